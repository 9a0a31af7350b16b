import TapeDomain

/// The table of Alpaca's errors.
enum AlpacaError {
  /// How long a connection that is over may still be counted.
  static let release = Duration.seconds(90)
  private static let keys = "APCA_API_KEY_ID and APCA_API_SECRET_KEY"

  /// What an error means for the connection.
  static func meaning(of code: Int?, _ words: String) -> FeedMessage {
    func denied(_ event: String, _ remedy: String, wait: Duration? = nil) -> FeedMessage {
      .denied(FeedDenial(event: event, code: code, said: words, remedy: remedy, wait: wait))
    }
    switch code {
    case 401:
      return denied(
        "Alpaca has not taken the key yet", "It is tried again; check \(keys) if this stays.",
        wait: .seconds(10))
    case 402: return denied("Alpaca refused the key", "Restart with a valid one in \(keys).")
    // The key was taken before.
    case 403: return .unknown
    case 404: return denied("Alpaca has waited for the key in vain", "It is tried again.", wait: .seconds(5))
    case 405: return .answer(FeedAnswer(.noRoom(words)))
    case 406:
      return denied(
        "Another program uses this Alpaca key", "Close it.",
        wait: release)
    case 407:
      return denied(
        "Alpaca says that tape reads too slowly", "Something was lost; it is tried again.", wait: .seconds(2))
    case 409, 411:
      return denied(
        "This Alpaca key does not have the feed", "Choose a plan that has it, or another --source.")
    case 410:
      return denied(
        "The feed given with --server does not have what tape asks for",
        "Choose another, or leave --server out.")
    case 500: return denied("Alpaca met an error of its own", "It is tried again.", wait: .seconds(5))
    default: return .answer(FeedAnswer(VenueText.meansLater(words) ? .later(words) : .refused(words)))
    }
  }
}
