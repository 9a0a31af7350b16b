/// Which lines of the screen show what; it depends on nothing but the height, so that no state moves a row.
struct ScreenAreas: Hashable, Sendable {
  /// The smallest screen that shows prices.
  static let minimum = TerminalSize(columns: 20, rows: 4)

  /// The line of the program, the list and the link.
  let header = 0
  /// The lines that the banner may use, of which the column titles are one.
  let banner: Range<Int>
  /// The line of the column titles; nil when there is no room for them.
  let titles: Int?
  /// The lines of the list.
  let rows: Range<Int>
  /// The line of messages; on a low screen a message takes the footer's.
  let message: Int
  /// The line of keys.
  let footer: Int

  /// The areas of a screen of `height` lines, or nil when it is too low.
  init?(height: Int) {
    guard height >= Self.minimum.rows else { return nil }
    footer = height - 1
    switch height {
    case ..<6:
      (banner, titles, rows, message) = (0..<1, nil, 1..<height - 1, height - 1)
    case ..<10:
      (banner, titles, rows, message) = (1..<2, 1, 2..<height - 1, height - 1)
    default:
      (banner, titles, rows, message) = (1..<3, 2, 3..<height - 2, height - 2)
    }
  }
}
