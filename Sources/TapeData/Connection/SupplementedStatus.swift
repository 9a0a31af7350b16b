import TapeDomain

/// The state of a link that is a stream with requests beside it: the stream's, but that an answer proves a stream which is
/// open and has nothing to say.
struct SupplementedStatus: Equatable, Sendable {
  private var isOpen = false
  private var said: FeedStatus?

  /// Whether the stream is refused.
  var isRefused: Bool {
    if case .refused = said { true } else { false }
  }

  /// Nothing has happened yet.
  init() {}

  /// The stream was opened.
  mutating func connected() { isOpen = true }

  /// The stream's own state changed; what is to be said.
  mutating func stream(_ status: FeedStatus) -> FeedStatus? {
    switch status {
    case .connecting, .reconnecting, .suspended, .refused: isOpen = false
    case .live, .late: break
    }
    return say(status)
  }

  /// A request brought a price.
  mutating func answered() -> FeedStatus? {
    guard isOpen else { return nil }
    switch said {
    case .live, .late: return nil
    default: return say(.live)
    }
  }

  private mutating func say(_ status: FeedStatus) -> FeedStatus? {
    guard status != said else { return nil }
    said = status
    return status
  }
}
