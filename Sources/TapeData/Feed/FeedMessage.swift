public import TapeDomain

/// One message of a source in the app's terms; the dialect turns the wire into these.
public enum FeedMessage: Equatable, Sendable {
  /// The full current quote; boxed, since a patch is ten times as large as anything else here.
  indirect case snapshot(QuotePatch)
  /// What changed in a quote; fields that are absent are unchanged.
  indirect case update(QuotePatch)
  /// Updates one after the other that say nothing but a last price; never empty.
  case ticks([QuoteTick])
  /// The feed is alive. `sent` is how many text frames the server says it sent before this one; `received` is how
  /// many we counted before it, malformed ones included.
  case heartbeat(time: Timestamp?, sent: Int?, received: Int)
  /// The session of these symbols changed.
  case market(session: MarketSession, symbols: [Symbol])
  /// The source says what it is.
  case source(FeedSource)
  /// The server says an error; `symbol` names the instrument it is about.
  case error(code: String, symbol: Symbol?, message: String)
  /// A frame that could not be read; counted, never fatal by itself. What it said of `symbol`, when it names one, is lost.
  case malformed(reason: String, symbol: Symbol? = nil)
  /// A message of a type we do not know; counted.
  case unknown
}

extension [FeedMessage] {
  /// How many ticks a run has room for at first.
  private static var usualRun: Int { 16 }

  /// Adds a tick: to the run of ticks at the end, or as a new one.
  @inline(__always)
  mutating func append(_ tick: QuoteTick) {
    guard isEmpty || !self[count - 1].join(tick) else { return }
    var run: [QuoteTick] = []
    run.reserveCapacity(Self.usualRun)
    run.append(tick)
    append(.ticks(run))
  }
}

extension FeedMessage {
  /// Adds a tick to a run of them, in place; false when this is none.
  @inline(__always)
  fileprivate mutating func join(_ tick: QuoteTick) -> Bool {
    guard case .ticks(var run) = self else { return false }
    // Lets go of the run first, so that it is not copied.
    self = .unknown
    run.append(tick)
    self = .ticks(run)
    return true
  }
}
