/// The few signs that the screen draws beside text, in the forms a terminal can show.
///
/// The triangles and circles are of neutral width: they take one column on every terminal, East Asian ones
/// included.
struct Glyphs: Hashable, Sendable {
  /// Stands for a value that is not there.
  let missing: String
  /// Ends a text that was cut.
  let ellipsis: String
  /// Parts two remarks on one line.
  let dot: String
  /// The last price was a rise.
  let up: String
  /// The last price was a fall.
  let down: String
  private let isUnicode: Bool

  /// The signs in Unicode, or in ASCII only.
  init(isUnicode: Bool) {
    self.isUnicode = isUnicode
    missing = isUnicode ? "—" : "-"
    ellipsis = isUnicode ? "…" : "~"
    dot = isUnicode ? "·" : "-"
    up = isUnicode ? "▴" : "^"
    down = isUnicode ? "▾" : "v"
  }

  /// The sign of the way a price moved.
  func arrow(_ direction: PriceDirection) -> String {
    direction == .up ? up : down
  }

  /// The sign that stands before the link's word.
  func link(_ state: LinkState) -> String {
    switch state {
    case .live: isUnicode ? "◉" : "*"
    case .connecting, .reconnecting: isUnicode ? "◌" : "~"
    case .late: isUnicode ? "◍" : "!"
    case .suspended: isUnicode ? "▫" : "-"
    case .refused: isUnicode ? "✕" : "x"
    }
  }
}
