import Synchronization
import TapeDomain

/// A list and its prices, which come when the measurement says so.
final class BenchMarket: WatchlistRepository, WatchQuotesUseCase {
  /// The instruments in order.
  let list: [Instrument]
  private let watcher = Mutex<AsyncStream<QuoteBatch>.Continuation?>(nil)

  /// A market of so many instruments.
  init(count: Int) throws {
    list = try (0..<count).map { number in
      guard let symbol = Symbol("S\(10_000 + number)") else { throw BenchFault("No symbol.") }
      return Instrument(symbol: symbol, name: "Share number \(number)")
    }
  }

  func instruments() async throws -> [Instrument] { list }

  func watch(_ symbols: Set<Symbol>) -> AsyncStream<QuoteBatch> {
    let (stream, continuation) = AsyncStream<QuoteBatch>.makeStream()
    watcher.withLock { $0 = continuation }
    return stream
  }

  /// Sends the newest prices to whoever watches.
  func send(_ changes: [Symbol: LiveQuote]) {
    watcher.withLock { _ = $0?.yield(QuoteBatch(changes: changes, feed: .live)) }
  }

  /// The price of an instrument at a step: it moves at each.
  func quote(_ number: Int, step: Int) -> (Symbol, LiveQuote) {
    let symbol = list[number].symbol
    let units = 18_000 + (number * 37 + step * 101) % 997
    let quote = Quote(
      symbol: symbol, sequence: step + 1, last: Money(minorUnits: units, currency: "EUR", scale: 2),
      reference: Reference(
        kind: .previousClose, price: Money(minorUnits: 18_450, currency: "EUR", scale: 2)),
      time: Timestamp(seconds: 1_800_000_000), open: Money(minorUnits: 18_400, currency: "EUR", scale: 2),
      high: Money(minorUnits: 19_100, currency: "EUR", scale: 2),
      low: Money(minorUnits: 17_900, currency: "EUR", scale: 2))
    return (symbol, LiveQuote(quote: quote, freshness: .live))
  }
}
