import TapeDomain
import TapeWebSocket

/// The connection that stands by: what it was asked for and what it has said so far.
struct StandbyLink: Sendable {
  /// The connection.
  let link: any WebSocketLink
  /// Says what is wanted of it; nil before it was upgraded.
  var desk: SubscriptionDesk?
  /// Whether a message has come that proves the feed.
  var isHeard = false
  /// The newest quote of each symbol.
  private(set) var quotes: [Symbol: FeedMessage] = [:]

  /// A connection that is being made.
  init(link: any WebSocketLink) {
    self.link = link
  }

  /// Takes in a message that is no answer.
  mutating func take(_ message: FeedMessage) {
    if message.isSignOfLife { isHeard = true }
    if case .snapshot(let patch) = message { quotes[patch.symbol] = message }
  }

  /// Whether it can take over: heard, everything confirmed, and each wanted symbol has a quote or had time for one.
  func isReady(isPatient: Bool) -> Bool {
    guard isHeard, let desk, desk.isSettled else { return false }
    return isPatient || desk.wanted.allSatisfy { quotes[$0] != nil }
  }
}
