/// The wire formats by the names that tapes give them.
enum TapeDialects {
  /// The dialect of a tape's source; nil when it is not known here.
  static func dialect(of source: String) -> (any FeedDialect)? {
    switch source {
    case "tape": TapeDialect()
    default: nil
    }
  }
}
