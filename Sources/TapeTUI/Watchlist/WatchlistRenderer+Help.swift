/// The help, which comes from the key table and from the signs that the table of prices uses.
extension WatchlistRenderer {
  /// Draws as many lines of the help as there is room for, in place of the list.
  ///
  /// The keys of a demo stand beside the other keys where there is room, else in few lines below them.
  func drawHelp(from top: Int, to bottom: Int, on canvas: inout Canvas) {
    let keys = keyEntries
    let column = TableLayout.margin + ((keys + signEntries).map { width.columns(of: $0.0) }.max() ?? 0) + 3
    let beside = column + (keys.map { width.columns(of: $0.1) }.max() ?? 0) + 3
    let faults = faultEntries
    let isBeside = faults.allSatisfy {
      beside + faultIndent + width.columns(of: $0.1) <= canvas.size.columns
    }
    draw(keys, from: top, to: bottom, at: TableLayout.margin, words: column, on: &canvas)
    var row = top + keys.count
    if isBeside {
      draw(faults, from: top, to: bottom, at: beside, words: beside + faultIndent, on: &canvas)
      row += 1
    } else {
      for line in faultLines(columns: canvas.size.columns - TableLayout.margin) where row < bottom {
        canvas.draw(line, row: row, column: TableLayout.margin, gap: 1, width: width)
        row += 1
      }
    }
    draw(signEntries, from: row, to: bottom, at: TableLayout.margin, words: column, on: &canvas)
    canvas.cursor = Canvas.Position(row: top, column: 0)
  }

  private func draw(
    _ entries: [(String, String)], from top: Int, to bottom: Int, at start: Int, words column: Int,
    on canvas: inout Canvas
  ) {
    guard top < bottom else { return }
    for (row, entry) in zip(top..<bottom, entries) {
      let keys = typesetter.cut(entry.0, to: column - start - 2)
      canvas.draw(keys, row: row, column: start, style: Style(.accent), width: width)
      let text = typesetter.cut(entry.1, to: canvas.size.columns - column)
      canvas.draw(text, row: row, column: column, style: Style(), width: width)
    }
  }

  /// The columns from the name of a function key to its words.
  private var faultIndent: Int { 5 }

  private var faultEntries: [(String, String)] { faultKeys.map { ("F\($0.number)", $0.help) } }

  /// The keys of a demo with their footer words, as many on a line as fit.
  private func faultLines(columns: Int) -> [[Segment]] {
    var lines: [[Segment]] = []
    var used = 0
    for key in faultKeys {
      let hint = [Segment("F\(key.number)", .accent), Segment(key.label + " ")]
      let taken = hint.reduce(0) { $0 + width.columns(of: $1.text) + 1 }
      if lines.isEmpty || used + taken > columns {
        lines.append([])
        used = 0
      }
      lines[lines.count - 1] += hint
      used += taken
    }
    return lines
  }

  private var keyEntries: [(String, String)] {
    var entries: [(String, String)] = []
    for binding in WatchlistKeys.table {
      let keys = binding.keys.map { $0.name(isUnicode: typesetter.isUnicode) }.joined(separator: "  ")
      if let last = entries.last, last.1 == binding.help {
        entries[entries.count - 1].0 += "  " + keys
      } else {
        entries.append((keys, binding.help))
      }
    }
    return entries + [("Ctrl-Z  Ctrl-C", "stop the program (fg goes on), end it")]
  }

  private var signEntries: [(String, String)] {
    let glyphs = typesetter.glyphs
    return [
      ("\(glyphs.up) \(glyphs.down)", "the last price was a rise, a fall"),
      ("12s ago", "may be out of date; the price is so old"),
      (glyphs.missing, "the source gives no such value"),
    ]
  }
}
