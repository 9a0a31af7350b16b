import TapeDomain

/// When a market opens next, in the time zone of its exchange: a trader in another zone reads the exchange's clock.
struct OpeningText: Hashable, Sendable {
  /// The words, longest first: `opens Mon 09:30 New York`, `opens Mon 09:30 EST`; today's opening has no day.
  let forms: [String]

  /// The words at `now`; nil when the moment is over.
  init?(_ opening: ExchangeOpening, now: Timestamp) {
    guard opening.opening.time > now else { return nil }
    let then = opening.civil
    let day =
      switch then.day - opening.day(of: now) {
      case 0: ""
      case 1...6: "\(opening.weekday.prefix(3)) "
      default: "\(then.dayOfMonth) \(AgeText.months[then.month - 1]) "
      }
    forms = [
      "opens \(day)\(opening.clock) \(opening.city)", "opens \(day)\(opening.clock) \(opening.zoneName)",
    ]
  }
}
