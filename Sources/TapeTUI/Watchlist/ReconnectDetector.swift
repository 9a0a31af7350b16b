import TapeDomain

/// Tells from the link's states when it is back after it was down.
struct ReconnectDetector: Hashable, Sendable {
  private var isDown = false

  /// Whether `status` says that a link that was down works again; said once.
  mutating func observe(_ status: FeedStatus) -> Bool {
    switch status {
    case .reconnecting, .suspended, .refused:
      isDown = true
      return false
    case .live, .late:
      defer { isDown = false }
      return isDown
    case .connecting:
      return false
    }
  }
}
