import TapeDomain

/// A row as an English sentence, for screen readers and for whoever asks for it.
enum AccessibilityLabel {
  /// Such as "Acme, 182 euros 40, up 1.2 percent, may be out of date, halted".
  ///
  /// - Parameters:
  ///   - name: The instrument's name, or its symbol.
  ///   - live: Its quote; without a price the sentence says why.
  ///   - percent: The change since the reference, where there is one.
  ///   - condition: What the state column says apart from an age.
  static func text(
    name: String, live: LiveQuote, percent: Percent?, condition: RowCondition
  ) -> String {
    var text = name
    guard let quote = live.quote else { return text + ", " + absence(live.absence) }
    text += ", "
    guard let last = quote.last else {
      text += "no price yet"
      return text + words(for: condition, isStale: !live.isLive)
    }
    text += amount(last)
    if let percent { text += ", " + change(percent) }
    return text + words(for: condition, isStale: !live.isLive)
  }

  /// An age in its largest whole unit, such as "3 seconds"; never negative.
  static func age(_ duration: Duration) -> String {
    let seconds = max(duration.wholeMilliseconds / 1000, 0)
    let (count, unit): (Int64, String) =
      switch seconds {
      case ..<60: (seconds, "second")
      case ..<3600: (seconds / 60, "minute")
      case ..<86_400: (seconds / 3600, "hour")
      default: (seconds / 86_400, "day")
      }
    return count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
  }

  /// "182 euros 40"; for other scales and currencies plain digits and a word, "1.0925 dollars", "182.40 XYZ".
  static func amount(_ money: Money) -> String {
    let minus = money.minorUnits < 0 ? "minus " : ""
    let magnitude = money.minorUnits.magnitude
    guard let words = CurrencyWords.words(for: money.currency) else {
      return minus + digits(money) + " " + TextSanitizer.clean(money.currency, maximum: 12)
    }
    guard words.hasHundredths, money.scale == 2 else {
      let isOne = money.scale == 0 && magnitude == 1
      return minus + digits(money) + " " + (isOne ? words.singular : words.plural)
    }
    let (whole, cents) = magnitude.quotientAndRemainder(dividingBy: 100)
    var text = minus + String(whole) + " " + (whole == 1 ? words.singular : words.plural)
    if cents > 0 { text += (cents < 10 ? " 0" : " ") + String(cents) }
    return text
  }

  /// "up 1.2 percent"; less than a tenth is told in hundredths.
  static func change(_ percent: Percent) -> String {
    guard percent.sign != 0 else { return "unchanged" }
    let way = percent.sign > 0 ? "up " : "down "
    if percent.hundredths == 0 { return way + "less than 0.01 percent" }
    if percent.hundredths < 10 { return way + "0.0\(percent.hundredths) percent" }
    var (tenths, rest) = percent.hundredths.quotientAndRemainder(dividingBy: 10)
    if rest > 5 || (rest == 5 && tenths & 1 == 1) { tenths += 1 }
    return way + String(tenths / 10) + "." + String(tenths % 10) + " percent"
  }

  private static func digits(_ money: Money) -> String {
    NumberPattern.plain.text(
      magnitude: UInt64(money.minorUnits.magnitude), scale: money.scale, prefix: "", suffix: ""
    ).text
  }

  private static func absence(_ absence: LiveQuote.Absence?) -> String {
    switch absence {
    case .unknownSymbol: "unknown symbol"
    case .rejected(let reason): "refused: " + TextSanitizer.clean(reason)
    case .waiting, nil: "no price yet"
    }
  }

  private static func words(for condition: RowCondition, isStale: Bool) -> String {
    let stale = isStale ? ", may be out of date" : ""
    return switch condition {
    case .halted: stale + ", halted"
    case .auction: stale + ", in auction"
    case .closed: stale + ", market closed"
    case .pre: stale + ", before the session"
    case .post: stale + ", after the session"
    case .delayed(let minutes): stale + ", delayed by \(minutes) " + (minutes == 1 ? "minute" : "minutes")
    case .none, .waiting, .unknownSymbol, .rejected: stale
    }
  }
}
