/// The trading states of both tapes.
enum AlpacaStatus {
  /// Whether a status stops trading, or lets it go on; nil when it does neither.
  static func isHalted(_ code: String?) -> Bool? {
    switch code {
    // Halts of the New York and Nasdaq tapes, and the pause after a large move.
    case "2", "H", "P": true
    // Trading goes on; "Q" lets only quotes be made.
    case "3", "T": false
    default: nil
    }
  }
}
