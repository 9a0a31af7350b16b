/// What has to be drawn to turn one canvas into another.
enum FrameDiff {
  /// Equal cells between two changes that are drawn with them rather than begin another run.
  private static let shortGap = 3

  /// The runs of the cells that differ.
  ///
  /// Without an old canvas, or with one of another size, every row differs. Nothing beyond `window` is drawn: the
  /// window may have shrunk since the canvas was laid out.
  static func runs(from old: Canvas?, to new: Canvas, window: TerminalSize) -> [StyledRun] {
    let old = old?.size == new.size ? old : nil
    let columns = 0..<min(new.size.columns, window.columns)
    var runs: [StyledRun] = []
    for row in 0..<min(new.size.rows, window.rows) {
      let cells = new.rows[row]
      guard let before = old?.rows[row] else {
        append(cells, columns, row: row, to: &runs)
        continue
      }
      var place = 0
      while let range = nextChange(from: before, to: cells, at: place) {
        append(cells, range.clamped(to: columns), row: row, to: &runs)
        place = range.upperBound
      }
    }
    return runs
  }

  /// The first cells from `place` on that differ, with short gaps between them.
  private static func nextChange(from old: [Cell], to new: [Cell], at place: Int) -> Range<Int>? {
    var first = place
    while first < new.count, new[first] == old[first] { first += 1 }
    guard first < new.count else { return nil }
    var end = first + 1
    var next = end
    while next < new.count, next - end <= shortGap {
      if new[next] != old[next] { end = next + 1 }
      next += 1
    }
    // A wide character is drawn whole or not at all.
    while first > 0, new[first].isRightHalf { first -= 1 }
    while end < new.count, new[end].isRightHalf { end += 1 }
    return first..<end
  }

  private static func append(_ cells: [Cell], _ range: Range<Int>, row: Int, to runs: inout [StyledRun]) {
    var run: StyledRun?
    for column in range {
      let cell = cells[column]
      if run?.style != cell.style, !cell.isRightHalf {
        if let run { runs.append(run) }
        run = StyledRun(row: row, column: column, style: cell.style)
        run?.scalars.reserveCapacity(range.upperBound - column)
      }
      // The right half of the last wide character would not fit: leave the character out.
      let isCut = column + 1 == range.upperBound && column + 1 < cells.count && cells[column + 1].isRightHalf
      if isCut { run?.scalars.append(" ") } else { cell.appendScalars { run?.scalars.append($0) } }
    }
    if let run { runs.append(run) }
  }
}
