/// A random walk on a price's ticks that leans back to where the day began, so that a demo of hours stays plausible.
enum PriceWalk {
  /// The price after one step: one to three ticks up or down, never below one tick.
  static func step(
    from price: Int, in instrument: ListedInstrument, using random: inout some RandomNumberGenerator
  ) -> Int {
    let tick = instrument.tick
    let start = instrument.startPrice
    // 50 when at the start, 100 or 0 when a tenth of the price away: the lean back.
    let lean = max(-50, min(50, (start - price) * 500 / max(1, start)))
    let isUp = Int.random(in: 0..<100, using: &random) < 50 + lean
    let ticks = 1 + Int.random(in: 0..<6, using: &random) / 2 * Int.random(in: 0...1, using: &random)
    return max(tick, price + (isUp ? ticks : -ticks) * tick)
  }

  /// The price `permille` thousandths away, on the instrument's ticks.
  static func jump(from price: Int, permille: Int, tick: Int) -> Int {
    max(tick, price + price * permille / 1_000 / tick * tick)
  }
}
