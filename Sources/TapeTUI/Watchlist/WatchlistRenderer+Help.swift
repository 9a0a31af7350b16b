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
    drawFaultKeys(from: top, to: bottom, below: entries.count, beside: column + keyWords, on: &canvas)
    canvas.cursor = Canvas.Position(row: top, column: 0)
  }

  /// Draws the keys of the demo beside the other keys, or below everything on a narrow screen.
  private func drawFaultKeys(
    from top: Int, to bottom: Int, below count: Int, beside column: Int, on canvas: inout Canvas
  ) {
    let bindings = faultKeys.map(\.binding)
    let keys = bindings.map { binding in
      binding.keys.map { $0.name(isUnicode: typesetter.isUnicode) }.joined(separator: " ")
    }
    let words = (keys.map { width.columns(of: $0) }.max() ?? 0) + 2
    let wide = column + 3 + words + (bindings.map { width.columns(of: $0.help) }.max() ?? 0)
    let isBeside = wide <= canvas.size.columns
    let start = isBeside ? column + 3 : TableLayout.margin
    for (line, binding) in bindings.enumerated() {
      let row = isBeside ? top + line : top + count + 1 + line
      guard row < bottom else { return }
      canvas.draw(keys[line], row: row, column: start, style: Style(.accent), width: width)
      let text = typesetter.cut(binding.help, to: canvas.size.columns - start - words)
      canvas.draw(text, row: row, column: start + words, style: Style(), width: width)
    }
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
