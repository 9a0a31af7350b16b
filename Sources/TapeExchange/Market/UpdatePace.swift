import TapeDomain

/// How long each instrument waits between two updates.
struct UpdatePace: Sendable {
  /// Updates a second in total while a burst lasts.
  static let burstRate = 20_000

  private let means: [Int64?]
  private let burstMean: Int64
  private var burstEnd: Instant?

  /// The pace of these instruments.
  ///
  /// - Parameter rate: Updates a second in total, busier for the first instruments than for the last; 0 is a market
  ///   that never moves by itself, nil gives each instrument its own mean.
  init(_ instruments: [ListedInstrument], rate: Int?) {
    burstMean = max(1, Int64(instruments.count) * 1_000_000_000 / Int64(Self.burstRate))
    guard let rate else {
      means = instruments.map { Int64($0.meanMilliseconds) * 1_000_000 }
      return
    }
    let weights = instruments.indices.map { 1_000_000 / Int64($0 + 8) + 1 }
    let total = weights.reduce(0, +)
    means = weights.map { rate > 0 ? max(1, total * 1_000_000_000 / $0 / Int64(rate)) : nil }
  }

  /// Makes every instrument update as fast as ``burstRate`` allows until `end`.
  mutating func burst(until end: Instant) {
    burstEnd = end
  }

  /// The next update of an instrument after one at `instant`: half to one and a half means later, nil for never.
  func next(
    of index: Int, after instant: Instant, using random: inout some RandomNumberGenerator
  ) -> Instant? {
    let isBurst = burstEnd.map { instant < $0 } ?? false
    guard let mean = isBurst ? burstMean : means[index] else { return nil }
    return instant + .nanoseconds(mean / 2 + Int64.random(in: 0...mean, using: &random))
  }

  /// The first update of an instrument: anywhere within its first mean, so that they do not all move together.
  func first(of index: Int, after instant: Instant, using random: inout some RandomNumberGenerator)
    -> Instant?
  {
    let isBurst = burstEnd.map { instant < $0 } ?? false
    guard let mean = isBurst ? burstMean : means[index] else { return nil }
    return instant + .nanoseconds(Int64.random(in: 0...mean, using: &random))
  }
}
