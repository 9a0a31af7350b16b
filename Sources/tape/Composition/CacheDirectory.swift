/// Where caches are kept, by the XDG base directory specification.
enum CacheDirectory {
  /// The directory; nil when the environment names no place. A relative path is ignored, as the specification asks.
  static func path(_ environment: [String: String]) -> String? {
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/tape" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache/tape" }
    return nil
  }
}
