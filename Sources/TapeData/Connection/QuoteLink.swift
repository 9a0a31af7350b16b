public import TapeWebSocket

/// A link to a source as the program steers it, be it a stream or polled.
public protocol QuoteLink: AnyObject, QuoteSocket {
  /// Begins; a second call does nothing.
  func start() async
  /// Ends the link and its events, for ever.
  func stop() async
  /// Lets go of the source while the program is stopped (Ctrl-Z).
  func suspend() async
  /// Goes on after ``suspend()``; else does what ``retry()`` does.
  func resume() async
  /// Tries again at once what has failed, at most once in 2 s.
  func retry() async
  /// The way into the network changed.
  func networkChanged()
  /// The bytes received and sent so far.
  func traffic() async -> WebSocketTraffic
  /// How many connections were made after the first one.
  var reconnects: Int { get async }
}
