/// Which lines of the screen show what.
///
/// It depends on the height, so that no state moves a row; only a banner of more than a line, and any banner on a screen
/// of four or five lines, takes from the list.
struct ScreenAreas: Hashable, Sendable {
  /// The smallest screen that shows prices.
  static let minimum = TerminalSize(columns: 20, rows: 4)
  /// The most lines of a banner's text, where the height allows them.
  static let maximumBanner = 4
  /// The height from which on a banner and a message may be long; a lower screen has room for two lines, and for three.
  private static let tall = 20

  /// The line of the program, the list and the link, which nothing else ever takes.
  let header = 0
  /// The lines that the banner may use; on six or seven lines it takes that of the titles.
  let banner: Range<Int>
  /// The line of the column titles; nil when there is no room for them.
  let titles: Int?
  /// The lines of the list.
  let rows: Range<Int>
  /// The line of messages; on a low screen a message takes the footer's.
  let message: Int
  /// The most lines of a message, which ends on the line of messages.
  let messageLines: Int
  /// The line of keys.
  let footer: Int

  /// Whether messages have a line of their own.
  var hasMessageLine: Bool { message < footer }

  /// The areas of a screen of `height` lines, or nil when it is too low.
  ///
  /// - Parameter bannerLines: How many lines the banner's text needs; 0 without a banner.
  init?(height: Int, bannerLines: Int = 0) {
    guard height >= Self.minimum.rows else { return nil }
    footer = height - 1
    switch height {
    case ..<6:
      (banner, titles, rows) = (1..<2, nil, (bannerLines > 0 ? 2 : 1)..<height - 1)
    case ..<8:
      (banner, titles, rows) = (1..<2, 1, 2..<height - 1)
    case ..<10:
      (banner, titles, rows) = (1..<2, 2, 3..<height - 1)
    default:
      let extra = max(0, min(bannerLines, height < Self.tall ? 2 : Self.maximumBanner) - 1)
      (banner, titles, rows) = (1..<2 + extra, 2 + extra, 3 + extra..<height - 2)
    }
    (message, messageLines) = height < 10 ? (footer, 1) : (height - 2, height < Self.tall ? 3 : 6)
  }
}
