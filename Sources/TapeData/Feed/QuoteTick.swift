public import TapeDomain

/// An update that says a last price and nothing else: nearly all that a fast market sends.
///
/// It has no reference to count, so that a burst of thousands is copied and dropped as plain bytes. What it means is
/// what a ``QuotePatch`` of the same values means.
public struct QuoteTick: Equatable, Sendable {
  /// The instrument.
  public var symbol: Symbol
  /// The number of the message, 1…2^63−1.
  public var sequence: Int
  /// The time of the price at the venue.
  public var time: Timestamp
  /// The last price, in units of the quote's own scale.
  public var last: Int

  /// A tick of those values.
  public init(symbol: Symbol, sequence: Int, time: Timestamp, last: Int) {
    self.symbol = symbol
    self.sequence = sequence
    self.time = time
    self.last = last
  }

  /// The same as a patch.
  public var patch: QuotePatch {
    var patch = QuotePatch(symbol: symbol, sequence: sequence, time: time)
    patch.last = .set(last)
    return patch
  }
}
