/// The help, which comes from the key table and from the signs that the table of prices uses.
extension WatchlistRenderer {
  /// Draws as many lines of the help as there is room for, in place of the list.
  func drawHelp(from top: Int, to bottom: Int, on canvas: inout Canvas) {
    let entries = keyEntries + [("", "")] + signEntries
    let indent = TableLayout.margin
    let column = indent + (entries.map { width.columns(of: $0.0) }.max() ?? 0) + 3
    for (row, entry) in zip(top..<bottom, entries) {
      let (keys, words) = (typesetter.cut(entry.0, to: column - indent - 2), entry.1)
      canvas.draw(keys, row: row, column: indent, style: Style(.accent), width: width)
      let text = typesetter.cut(words, to: canvas.size.columns - column)
      canvas.draw(text, row: row, column: column, style: Style(), width: width)
    }
    canvas.cursor = Canvas.Position(row: top, column: 0)
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
