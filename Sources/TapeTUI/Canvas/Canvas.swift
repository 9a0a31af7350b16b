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
    var at = column
    for scalar in text.unicodeScalars {
      let columns = width.columns(of: scalar)
      if columns == 0 {
        if at > column, at <= size.columns { append(scalar, row: row, before: at) }
        continue
      }
      guard at + max(1, columns) <= end else { break }
      rows[row][at] = Cell(text: columns < 0 ? "?" : String(scalar), style: style)
      if columns == 2 { rows[row][at + 1] = Cell(text: "", style: style) }
      at += max(1, columns)
    }
    return at
  }

  /// Fills part of a row with blanks of a style.
  public mutating func fill(row: Int, columns: Range<Int>, style: Style) {
    guard rows.indices.contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      rows[row][column] = Cell(text: " ", style: style)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, row: Int, before column: Int) {
    var target = column - 1
    while target > 0, rows[row][target].text.isEmpty { target -= 1 }
    rows[row][target].text.unicodeScalars.append(scalar)
  }
}
