import TapeDomain
import TapeWebSocket

/// One connection to the exchange, from its request on.
struct ClientSession: Sendable {
  /// How far it has come.
  enum Phase: Equatable, Sendable {
    /// Its request waits to be answered.
    case requested(HTTPRequestHead)
    /// It is upgraded and has to present a token by then.
    case unproven(deadline: Instant)
    /// It is served.
    case open
    /// Its end has begun: nothing more is sent or read.
    case ending
  }

  /// How far it has come.
  var phase: Phase
  /// What it is sent.
  var feed: ClientFeed
  /// What a fault holds back of that.
  var delayLine = DelayLine()
  /// Whether it still takes what it is sent.
  var stall = StallRule()

  /// When something is due for it next.
  func nextDue(_ faults: FaultState, at now: Instant) -> Instant? {
    switch phase {
    case .requested: return faults.flow == .shut ? nil : now
    case .unproven(let deadline): return deadline
    case .ending: return nil
    case .open:
      guard faults.flow != .shut else { return nil }
      let dues = [delayLine.nextDue, feed.nextDue(flow: faults.flow, at: now)]
      return dues.compactMap { $0 }.min()
    }
  }
}
