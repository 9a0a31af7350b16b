public import TapeDomain

/// Something that goes wrong on the exchange because somebody asked for it; ``FaultParser`` reads them from lines.
public enum ExchangeFault: Equatable, Sendable {
  /// Leaves out one number of a symbol and sends its next update at once.
  case gap(Symbol)
  /// Counts and numbers an update that never goes on the wire; only a heartbeat's `sent` shows it.
  case lose(Symbol)
  /// Ignores the next resync of each client.
  case loseResync
  /// Nothing is sent for so long, answers to pings and to new connections included.
  case silence(Duration)
  /// No message is sent for so long; pings are answered.
  case mute(Duration)
  /// Everything, answers to pings included, arrives so much later; zero ends it. `lasting` ends it by itself.
  case late(Duration, lasting: Duration?)
  /// Resets every connection.
  case drop
  /// Takes no new connection for so long.
  case refuse(Duration)
  /// Every trading symbol updates as fast as it can for so long.
  case burst(Duration)
  /// Halts trading in a symbol, or lifts its halt.
  case halt(Symbol)
  /// Closes an exchange, such as `XETR`.
  case close(exchange: String)
  /// Opens an exchange.
  case open(exchange: String)
  /// Sends a frame that is no JSON.
  case malformed
  /// The accepted token expires: its clients are closed with 4401, and it is answered with 4401 from then on.
  case expireToken
  /// Accepts this token from now on instead of the one before.
  case token(String)
  /// Sets the last price of a symbol, in units of its scale.
  case price(Symbol, Int)
}
