/// Neighbouring cells of one row and one style.
struct StyledRun: Hashable, Sendable {
  /// The row, from the top.
  var row: Int
  /// The column of the first cell.
  var column: Int
  /// The text of the cells.
  var text: String
  /// The style of all of them.
  var style: Style
}
