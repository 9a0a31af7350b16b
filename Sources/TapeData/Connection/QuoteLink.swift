public import TapeWebSocket

/// A quote socket with what a program can do to it; how it gets its quotes is its own affair.
public protocol QuoteLink: AnyObject, QuoteSocket {
  /// Begins; a second call does nothing.
  func start() async
  /// Ends the link and its events, for ever.
  func stop() async
  /// Rests while the program is stopped (Ctrl-Z).
  func suspend() async
  /// Goes on at once after ``suspend()``.
  func resume() async
  /// Tries again at once when the link is not live, at most once in 2 s.
  func retry() async
  /// The way into the network changed: what waits tries again at once.
  func networkChanged()
  /// The bytes received and sent so far.
  func traffic() async -> WebSocketTraffic
  /// How many times the link was made anew.
  var reconnects: Int { get async }
}

extension QuoteSocketConnection: QuoteLink {}
