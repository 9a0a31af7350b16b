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
  /// The source says what became of a command.
  case answer(FeedAnswer)
  /// The source does not serve us, or not now.
  indirect case denied(FeedDenial)
  /// Something of these was lost, as the source's own evidence shows.
  case lost([Symbol])
  /// The source will end this connection soon and wants it to be made anew.
  case goingAway
  /// A message of a type we do not know, or one that is dropped by rule; counted.
  case unknown

  /// The code of an error which says that the source takes no more symbols on its connection.
  static let noRoomCode = "no_room"
}
