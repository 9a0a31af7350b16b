/// One column of the screen.
///
/// It is plain memory without references: a frame of 6,700 cells is filled, compared and thrown away four times a
/// second, and with a `String` in each every copy and every end of a cell would be counted.
public struct Cell: Hashable, Sendable {
  // Scalars of 21 bits each, the first in the lowest: the base with two marks, then two more marks.
  private var base: UInt64
  private var marks: UInt64
  /// How it looks.
  public var style: Style

  /// A blank cell.
  public static let blank = Cell(" ", style: Style())

  /// The right half of a wide character, which is drawn from the column before it.
  static func rightHalf(style: Style) -> Cell { Cell(base: 0, style: style) }

  /// A cell of that scalar and style.
  init(_ scalar: Unicode.Scalar, style: Style) {
    self.init(base: UInt64(scalar.value), style: style)
  }

  private init(base: UInt64, style: Style) {
    self.base = base
    marks = 0
    self.style = style
  }

  /// Whether this is the right half of a wide character.
  var isRightHalf: Bool { base == 0 }

  /// The text drawn from this column on: one scalar with its combining marks; empty for the right half of a wide one.
  public var text: String {
    var text = ""
    appendScalars { text.unicodeScalars.append($0) }
    return text
  }

  /// Adds a mark to the character; the first ``DisplayWidth/marksPerCharacter`` are kept.
  mutating func add(mark: Unicode.Scalar) {
    if base >> 42 == 0 {
      base |= UInt64(mark.value) << (base >> 21 == 0 ? 21 : 42)
    } else if marks >> 21 == 0 {
      marks |= UInt64(mark.value) << (marks == 0 ? 0 : 21)
    }
  }

  /// Hands out the scalars of ``text`` in order.
  func appendScalars(_ append: (Unicode.Scalar) -> Void) {
    Self.unpack(base, append)
    if marks != 0 { Self.unpack(marks, append) }
  }

  private static func unpack(_ word: UInt64, _ append: (Unicode.Scalar) -> Void) {
    var rest = word
    while rest != 0 {
      if let scalar = Unicode.Scalar(UInt32(rest & 0x1F_FFFF)) { append(scalar) }
      rest >>= 21
    }
  }
}
