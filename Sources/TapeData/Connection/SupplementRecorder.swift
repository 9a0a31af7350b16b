import TapeDomain
import TapeWebSocket

/// Lets the two halves of a ``SupplementedSocket`` record on one tape: each what it heard, and the whole what it concluded.
struct SupplementRecorder: LinkRecorder {
  /// Which half records.
  enum Half {
    /// The stream, whose connection is the link's.
    case stream
    /// The requests, of which the answers count.
    case requests
  }

  let recorder: any LinkRecorder
  let half: Half

  func connected() {
    if half == .stream { recorder.connected() }
  }

  func disconnected(_ how: String) {
    if half == .stream { recorder.disconnected(how) }
  }

  func changed(to status: FeedStatus) {
    if half == .stream { recorder.changed(to: status) }
  }

  /// What is wanted was said to both, and is recorded once.
  func sent(_ command: FeedCommand) {}

  func received(_ events: [WebSocketEvent], at now: Instant) {
    if half == .stream || events.contains(where: Self.isAnswer) { recorder.received(events, at: now) }
  }

  func hide(_ secret: String) { recorder.hide(secret) }

  private static func isAnswer(_ event: WebSocketEvent) -> Bool {
    guard case .text(let text) = event, case .answer = PollFrame(Array(text).span) else { return false }
    return true
  }
}
