import TapeDomain

/// Decides for one row when its price has moved and when that move flashes.
///
/// A flash is a move that was just seen: from the price that is shown to a live one, in a row that has been
/// watched all along. What a row learns on a first snapshot, or after it scrolled back in, is no such move.
struct FlashRule: Hashable, Sendable {
  /// What a quote means for the row's arrow and tint.
  enum Outcome: Hashable, Sendable {
    /// Nothing moved: the arrow stays as it is.
    case unchanged
    /// The price moved that way; the flash is nil when the move was not seen live.
    case moved(PriceDirection, Flash?)
    /// There is no price to compare with: no arrow.
    case unknown
  }

  private var shown: Money?
  private var hasBeenLive = false
  private var count = 0

  /// Notes the price that the row shows from now on.
  mutating func show(_ price: Money?, isLive: Bool, at now: Instant) -> Outcome {
    let previous = shown
    let mayFlash = isLive && hasBeenLive
    shown = price
    if isLive { hasBeenLive = true }
    guard let price, let previous, price.currency == previous.currency else { return .unknown }
    guard let direction = price.direction(from: previous) else { return .unchanged }
    guard mayFlash else { return .moved(direction, nil) }
    count += 1
    return .moved(direction, Flash(direction: direction, count: count, start: now))
  }

  /// The row is no longer watched: its next price is not seen moving.
  mutating func release() {
    hasBeenLive = false
  }
}
