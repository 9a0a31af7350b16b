/// What the environment says about the character set.
enum LocaleEnvironment {
  /// Whether the locale the user names is one of UTF-8, installed here or not.
  static func namesUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    guard let name = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
    return name.contains("utf-8") || name.contains("utf8")
  }
}
