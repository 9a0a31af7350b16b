import TapeDomain

/// Where the last price lies between the day's low and high.
enum DayRange {
  /// The place in thousandths, 0 at the low and 1000 at the high.
  ///
  /// Nil when a part is missing, the currencies differ or the high is not above the low. A price outside of the
  /// range, as one may be before the source has widened it, is shown at its end.
  static func position(of quote: Quote) -> Int? {
    guard let last = quote.last, let low = quote.low, let high = quote.high,
      last.currency == low.currency, last.currency == high.currency
    else { return nil }
    let scale = max(last.scale, low.scale, high.scale)
    let bottom = low.units(atScale: scale)
    let span = high.units(atScale: scale) - bottom
    guard span > 0 else { return nil }
    let offset = min(max(last.units(atScale: scale) - bottom, 0), span)
    // The product must fit 128 bits; a span this large loses nothing that a thousandth would show.
    let isHuge = span > 1 << 110
    return Int(isHuge ? min(offset / (span / 1000), 1000) : offset * 1000 / span)
  }
}
