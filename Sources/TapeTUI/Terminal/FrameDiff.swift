/// What has to be drawn to turn one canvas into another.
enum FrameDiff {
  /// The runs of every row that differs, from its first different cell to its last.
  ///
  /// Without an old canvas, or with one of another size, every row differs. Nothing beyond `window` is drawn: the
  /// window may have shrunk since the canvas was laid out.
  static func runs(from old: Canvas?, to new: Canvas, window: TerminalSize) -> [StyledRun] {
    let old = old?.size == new.size ? old : nil
    var runs: [StyledRun] = []
    for row in 0..<min(new.size.rows, window.rows) {
      let cells = new.rows[row]
      guard var range = changes(from: old?.rows[row], to: cells) else { continue }
      range = range.clamped(to: 0..<window.columns)
      append(cells, range, row: row, to: &runs)
    }
    return runs
  }

  private static func changes(from old: [Cell]?, to new: [Cell]) -> Range<Int>? {
    guard let old else { return new.isEmpty ? nil : 0..<new.count }
    guard var first = new.indices.first(where: { new[$0] != old[$0] }),
      var end = new.indices.last(where: { new[$0] != old[$0] })
    else { return nil }
    end += 1
    // A wide character is drawn whole or not at all.
    while first > 0, new[first].text.isEmpty { first -= 1 }
    while end < new.count, new[end].text.isEmpty { end += 1 }
    return first..<end
  }

  private static func append(_ cells: [Cell], _ range: Range<Int>, row: Int, to runs: inout [StyledRun]) {
    var run: StyledRun?
    for column in range {
      let cell = cells[column]
      // The right half of the last wide character would not fit: leave the character out.
      let isCut = column + 1 == range.upperBound && column + 1 < cells.count && cells[column + 1].text.isEmpty
      let text = isCut ? " " : cell.text
      if run?.style == cell.style || cell.text.isEmpty {
        run?.text += text
      } else {
        if let run { runs.append(run) }
        run = StyledRun(row: row, column: column, text: text, style: cell.style)
      }
    }
    if let run { runs.append(run) }
  }
}
