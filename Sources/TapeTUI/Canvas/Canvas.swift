/// A grid of cells that a frame is drawn on; pure, so that tests can read it.
///
/// Every write is clipped: nothing outside the grid is touched, at any size down to 0×0.
public struct Canvas: Equatable, Sendable {
  /// The grid's size.
  public let size: TerminalSize
  /// The rows, each `size.columns` cells long.
  public private(set) var rows: [[Cell]]
  /// Where the hardware cursor rests: at the start of the selected row, so that a screen reader follows it.
  public var cursor: Position?

  /// A place on the grid; both count from 0.
  public struct Position: Hashable, Sendable {
    /// The row, from the top.
    public var row: Int
    /// The column, from the left.
    public var column: Int

    /// A place at that row and column.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// A blank grid.
  public init(size: TerminalSize) {
    self.size = size
    rows = Array(repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
  }

  /// Draws clean text from a place to the right until `limit` columns are used or the row ends.
  ///
  /// Scalars that cannot be shown become `?`; marks of no width join the cell before them; a wide character that
  /// does not fit whole is left out.
  ///
  /// - Returns: The column after the last one drawn.
  @discardableResult
  public mutating func draw(
    _ text: some StringProtocol, row: Int, column: Int, limit: Int = .max, style: Style, width: DisplayWidth
  ) -> Int {
    guard rows.indices.contains(row), column >= 0 else { return column }
    let end = min(size.columns, limit > size.columns - column ? size.columns : column + limit)
    return Self.draw(text, from: column, to: end, of: &rows[row], style: style, width: width)
  }

  private static func draw(
    _ text: some StringProtocol, from column: Int, to end: Int, of row: inout [Cell], style: Style,
    width: DisplayWidth
  ) -> Int {
    var at = column
    for scalar in text.unicodeScalars {
      let columns = width.columns(of: scalar)
      if columns == 0 {
        if at > column, at <= row.count { add(mark: scalar, before: at, to: &row) }
        continue
      }
      guard at + max(1, columns) <= end else { break }
      row[at] = Cell(columns < 0 ? "?" : scalar, style: style)
      if columns == 2 { row[at + 1] = .rightHalf(style: style) }
      at += max(1, columns)
    }
    return at
  }

  /// Fills part of a row with blanks of a style.
  public mutating func fill(row: Int, columns: Range<Int>, style: Style) {
    guard rows.indices.contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      rows[row][column] = Cell(" ", style: style)
    }
  }

  private static func add(mark: Unicode.Scalar, before column: Int, to row: inout [Cell]) {
    var target = column - 1
    while target > 0, row[target].isRightHalf { target -= 1 }
    row[target].add(mark: mark)
  }
}
