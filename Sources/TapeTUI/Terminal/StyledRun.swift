/// Neighbouring cells of one row and one style.
struct StyledRun: Hashable, Sendable {
  /// The row, from the top.
  let row: Int
  /// The column of the first cell.
  let column: Int
  /// The scalars of the cells.
  var scalars: [Unicode.Scalar] = []
  /// The style of all of them.
  let style: Style
}
