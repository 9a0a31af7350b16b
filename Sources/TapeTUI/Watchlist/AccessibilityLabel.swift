import TapeDomain

/// A row as an English sentence, for screen readers and for whoever asks for it.
enum AccessibilityLabel {
  /// Such as "Acme, 182 euros 40, up 1.2 percent, may be out of date, halted".
  ///
  /// - Parameters:
  ///   - name: The instrument's name, or its symbol.
  ///   - price: Its price; without a quote the sentence says why.
  ///   - condition: What the state column says apart from an age.
  ///   - opening: When the closed market opens next.
  static func text(
    name: String, price: SpokenPrice, condition: RowCondition, opening: ExchangeOpening? = nil
  ) -> String {
    var text = name
    text += ", "
    if let absence = price.absence { return text + self.absence(absence) }
    if let last = price.last {
      append(last, to: &text)
      if let percent = price.percent {
        text += ", "
        append(percent, to: &text)
        if price.isRolling { text += " in 24 hours" }
      }
    } else {
      text += "no price yet"
    }
    if !price.isLive { text += ", may be out of date" }
    append(condition, to: &text)
    if let opening { text += ", " + opening.spoken }
    return text
  }

  /// An age in its largest whole unit, counted as the row counts it.
  static func age(_ age: AgeText) -> String {
    self.age(.seconds(age.seconds))
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
  static func append(_ money: Money, to text: inout String) {
    if money.minorUnits < 0 { text += "minus " }
    let magnitude = money.minorUnits.magnitude
    guard let words = CurrencyWords.words(for: money.currency) else {
      text += digits(money)
      text += " "
      text += TextSanitizer.clean(money.currency, maximum: 12)
      return
    }
    guard words.hasHundredths, money.scale == 2 else {
      text += digits(money)
      text += " "
      text += money.scale == 0 && magnitude == 1 ? words.singular : words.plural
      return
    }
    let (whole, hundredths) = magnitude.quotientAndRemainder(dividingBy: 100)
    text += String(whole)
    text += " "
    text += whole == 1 ? words.singular : words.plural
    if hundredths > 0 {
      text += hundredths < 10 ? " 0" : " "
      text += String(hundredths)
    }
  }

  /// "up 1.2 percent"; less than a tenth is told in hundredths.
  static func append(_ percent: Percent, to text: inout String) {
    guard percent.sign != 0 else {
      text += "unchanged"
      return
    }
    text += percent.sign > 0 ? "up " : "down "
    switch percent.hundredths {
    case 0:
      text += "less than 0.01"
    case 1..<10:
      text += "0.0"
      text += String(percent.hundredths)
    default:
      var (tenths, rest) = percent.hundredths.quotientAndRemainder(dividingBy: 10)
      if rest > 5 || (rest == 5 && tenths & 1 == 1) { tenths += 1 }
      text += String(tenths / 10)
      text += "."
      text += String(tenths % 10)
    }
    text += " percent"
  }

  private static func digits(_ money: Money) -> String {
    NumberPattern.plain.text(
      magnitude: UInt64(money.minorUnits.magnitude), scale: money.scale, prefix: "", suffix: ""
    ).text
  }

  private static func absence(_ absence: LiveQuote.Absence) -> String {
    switch absence {
    case .unknownSymbol: "unknown symbol"
    case .rejected(let reason):
      "refused: " + TextSanitizer.clean(reason, maximum: TextSanitizer.sentenceMaximum)
    case .waiting: "no price yet"
    }
  }

  private static func append(_ condition: RowCondition, to text: inout String) {
    switch condition {
    case .halted: text += ", halted"
    case .auction: text += ", in auction"
    case .closed: text += ", market closed"
    case .pre: text += ", before the session"
    case .post: text += ", after the session"
    case .delayed(let minutes): text += ", delayed by \(minutes) " + (minutes == 1 ? "minute" : "minutes")
    case .oneVenue: text += ", of one venue only"
    case .polled(let seconds): text += ", asked for every " + age(.seconds(seconds))
    case .none, .waiting, .unknownSymbol, .rejected: break
    }
  }
}
