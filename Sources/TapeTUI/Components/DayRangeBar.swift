/// Where a price lies between the day's low and high, as a line of signs: `---o------`.
enum DayRangeBar {
  /// How many columns the line takes.
  static let columns = 10

  /// The place of the mark on the line, from 0, for a position in thousandths; positions beyond the ends stay
  /// on it.
  static func mark(at position: Int) -> Int {
    min(max(0, position), 999) * columns / 1000
  }
}
