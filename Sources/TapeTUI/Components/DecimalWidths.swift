/// The columns that numbers need on each side of their decimal separator, so that all separators stand in one
/// column.
///
/// Widths only grow: a price that gets shorter moves nothing.
struct DecimalWidths: Hashable, Sendable {
  /// Columns before the separator, or before where one would be.
  private(set) var whole: Int
  /// Columns from the separator on.
  private(set) var rest: Int

  /// Room for numbers of at least those parts.
  init(whole: Int, rest: Int) {
    self.whole = whole
    self.rest = rest
  }

  /// The columns of both parts.
  var total: Int { whole + rest }

  /// Makes room for a number.
  mutating func include(_ number: DecimalText?, _ typesetter: Typesetter) {
    guard let number else { return }
    let widths = typesetter.widths(number)
    whole = max(whole, widths.whole)
    rest = max(rest, widths.rest)
  }
}
