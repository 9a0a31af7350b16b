import TapeDomain

/// The steps of a flash: one tick strong, one tick fainter where there are colours enough, then nothing.
///
/// A step ends when prices are drawn within the ``patience`` before or after its tick is over, else when that has
/// passed. Prices come a tick apart, so that nearly all steps end in a frame of theirs and cost none of their own.
enum FlashPhase: Hashable, Sendable {
  /// The first tick.
  case strong
  /// The second tick.
  case fading

  /// How much earlier or later than its tick a step may end.
  static let patience = Duration.milliseconds(20)

  /// The step of a flash at an instant; nil when it is over.
  init?(of flash: Flash, at now: Instant, tick: Duration) {
    let shown = now + Self.patience
    if shown < flash.start + tick {
      self = .strong
    } else if shown < flash.start + tick + tick {
      self = .fading
    } else {
      return nil
    }
  }

  /// When the step after the one of `now` is to be drawn at the latest; nil when the flash is over.
  static func nextChange(of flash: Flash, after now: Instant, tick: Duration) -> Instant? {
    [flash.start + tick, flash.start + tick + tick].first { $0 > now + patience }.map { $0 + patience }
  }

  /// How the price cell looks in this step.
  func role(_ direction: PriceDirection, colors: TerminalTraits.Colors) -> Style.Role {
    switch (direction, self, colors) {
    case (.up, .fading, .many): .flashUpFading
    case (.down, .fading, .many): .flashDownFading
    case (.up, _, _): .flashUp
    case (.down, _, _): .flashDown
    }
  }
}
