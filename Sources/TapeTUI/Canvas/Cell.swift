/// One column of the screen.
public struct Cell: Hashable, Sendable {
  /// The text drawn from this column on: one scalar with its combining marks; empty for the second half of a wide one.
  public var text: String
  /// How it looks.
  public var style: Style

  /// A blank cell.
  public static let blank = Cell(text: " ", style: Style())

  /// A cell of that text and style.
  public init(text: String, style: Style) {
    self.text = text
    self.style = style
  }
}
