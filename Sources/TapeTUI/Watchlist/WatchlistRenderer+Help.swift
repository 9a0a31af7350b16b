/// The help, which comes from the key table and from the signs that the table of prices uses.
extension WatchlistRenderer {
  /// Draws as many lines of the help as there is room for, in place of the list.
  ///
  /// The keys of the demo stand beside the other keys, or below them, or in two short lines where neither has room.
  func drawHelp(from top: Int, to bottom: Int, on canvas: inout Canvas) {
    let entries = keyEntries + [("", "")] + signEntries
    let column = wordsColumn(of: entries)
    let beside = column + keyWords + 3
    let below = top + entries.count + 1
    if faultKeys.isEmpty || beside + faultWidth <= canvas.size.columns {
      draw(entries, from: top, to: bottom, column: column, on: &canvas)
      drawFaultKeys(from: top, to: bottom, at: beside, on: &canvas)
    } else if below + faultKeys.count <= bottom {
      draw(entries, from: top, to: bottom, column: column, on: &canvas)
      drawFaultKeys(from: below, to: bottom, at: TableLayout.margin, on: &canvas)
    } else {
      draw(keyEntries + faultEntries + signEntries, from: top, to: bottom, column: column, on: &canvas)
    }
    canvas.cursor = Canvas.Position(row: top, column: 0)
  }

  private func draw(
    _ entries: [(String, String)], from top: Int, to bottom: Int, column: Int, on canvas: inout Canvas
  ) {
    let indent = TableLayout.margin
    for (row, entry) in zip(top..<bottom, entries) {
      let (keys, words) = (typesetter.cut(entry.0, to: column - indent - 2), entry.1)
      canvas.draw(keys, row: row, column: indent, style: Style(.accent), width: width)
      let text = typesetter.cut(words, to: canvas.size.columns - column)
      canvas.draw(text, row: row, column: column, style: Style(), width: width)
    }
  }

  private func drawFaultKeys(from top: Int, to bottom: Int, at start: Int, on canvas: inout Canvas) {
    for (row, key) in zip(top..<max(top, bottom), faultKeys) {
      canvas.draw("F\(key.number)", row: row, column: start, style: Style(.accent), width: width)
      let column = start + Self.faultName
      let text = typesetter.cut(key.help, to: canvas.size.columns - column)
      canvas.draw(text, row: row, column: column, style: Style(), width: width)
    }
  }

  /// The columns of the name of a key of the demo and of the gap after it.
  private static let faultName = 5

  private var faultWidth: Int { Self.faultName + (faultKeys.map { width.columns(of: $0.help) }.max() ?? 0) }

  /// All keys of the demo in two lines.
  private var faultEntries: [(String, String)] {
    let half = (faultKeys.count + 1) / 2
    return [faultKeys.prefix(half), faultKeys.dropFirst(half)].compactMap { keys in
      guard let first = keys.first, let last = keys.last else { return nil }
      return ("F\(first.number)-F\(last.number)", keys.map(\.label).joined(separator: ", "))
    }
  }

  private func wordsColumn(of entries: [(String, String)]) -> Int {
    TableLayout.margin + (entries.map { width.columns(of: $0.0) }.max() ?? 0) + 3
  }

  /// The columns of the longest words for a key.
  private var keyWords: Int { keyEntries.map { width.columns(of: $0.1) }.max() ?? 0 }

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
