import TapeDomain

/// The steps of a flash: one tick strong, one tick fainter where there are colours enough, then nothing.
enum FlashPhase: Hashable, Sendable {
  /// The first tick.
  case strong
  /// The second tick.
  case fading

  /// The step of a flash at an instant; nil when it is over.
  init?(of flash: Flash, at now: Instant, tick: Duration) {
    if now < flash.start + tick {
      self = .strong
    } else if now < flash.start + tick + tick {
      self = .fading
    } else {
      return nil
    }
  }

  /// When the step after `now` begins; nil when the flash is over.
  static func nextChange(of flash: Flash, after now: Instant, tick: Duration) -> Instant? {
    [flash.start + tick, flash.start + tick + tick].first { $0 > now }
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
