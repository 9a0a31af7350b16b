import TapeDomain

/// What never changes about one instrument of the demo market.
///
/// Prices are integers in units of 10^-`scale` of `currency`.
struct ListedInstrument: Equatable, Sendable {
  /// The symbol on the exchange.
  let symbol: Symbol
  /// The name shown in the watchlist.
  let name: String
  /// The currency's code; GBX is pence.
  let currency: String
  /// The decimals of its prices, 0 to 18.
  let scale: Int
  /// The market identifier of the venue it trades on.
  let exchange: String
  /// The price the day begins with.
  let startPrice: Int
  /// The close of the day before; nil for a new listing.
  let previousClose: Int?
  /// The smallest step of its price.
  let tick: Int
  /// The mean time between two updates when no total rate is asked for, in milliseconds.
  let meanMilliseconds: Int
  /// The session at the start.
  let session: MarketSession
  /// How many minutes its prices are delayed by contract.
  let delayMinutes: Int

  /// An instrument of those values.
  init(
    symbol: Symbol, name: String, currency: String, scale: Int, exchange: String, startPrice: Int,
    previousClose: Int?, tick: Int = 1, meanMilliseconds: Int, session: MarketSession = .open,
    delayMinutes: Int = 0
  ) {
    self.symbol = symbol
    self.name = name
    self.currency = currency
    self.scale = scale
    self.exchange = exchange
    self.startPrice = startPrice
    self.previousClose = previousClose
    self.tick = tick
    self.meanMilliseconds = meanMilliseconds
    self.session = session
    self.delayMinutes = delayMinutes
  }
}
