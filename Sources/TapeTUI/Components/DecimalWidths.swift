/// The fixed room of a column of numbers on each side of the decimal separator.
///
/// It follows from the width of the screen and the locale, never from the numbers: an odd one moves within its
/// column and nothing else on the screen does.
struct DecimalWidths: Hashable, Sendable {
  /// How much room a screen gives to numbers.
  enum Room: Hashable, Sendable {
    /// For prices up to six digits with their currency.
    case wide
    /// The same, a little closer; the longest prices lose their currency.
    case medium
    /// For eleven columns of a price.
    case compact
    /// For ten columns of a price.
    case least
  }

  /// Columns before the separator, or before where one would be.
  let whole: Int
  /// Columns from the separator on.
  let rest: Int

  /// The columns of a separator and two decimals.
  static let twoDecimals = 3
  /// Changes, such as `+1,415.00` and `+0.00012`.
  static let change = DecimalWidths(whole: 6, rest: 5)

  /// The columns of both parts.
  var total: Int { whole + rest }

  /// Room for numbers of those parts.
  init(whole: Int, rest: Int) {
    self.whole = whole
    self.rest = rest
  }

  /// The last prices of a locale that puts currencies there.
  static func price(_ room: Room, _ currency: CurrencyPlace) -> DecimalWidths {
    let rest = twoDecimals + min(max(2, currency.after), 4)
    return switch room {
    case .wide: DecimalWidths(whole: 7 + min(max(1, currency.before), 4), rest: rest)
    case .medium: DecimalWidths(whole: 13 - rest, rest: rest)
    case .compact: DecimalWidths(whole: 8, rest: twoDecimals)
    case .least: DecimalWidths(whole: 7, rest: twoDecimals)
    }
  }

  /// Changes in percent, such as `+10.00 %`.
  static func percent(_ room: Room) -> DecimalWidths {
    DecimalWidths(whole: room == .wide ? 4 : 3, rest: 5)
  }
}
