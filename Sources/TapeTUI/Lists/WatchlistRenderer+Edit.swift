import TapeDomain

/// The line on which something is typed for a list, and what was found for it.
extension WatchlistRenderer {
  func drawEdit(_ edit: EditState, _ areas: ScreenAreas, on canvas: inout Canvas) {
    guard let prompt = edit.prompt else { return }
    let columns = canvas.size.columns
    let found = prompt.found.prefix(max(0, areas.rows.count - 1))
    for (index, instrument) in found.enumerated() {
      let row = areas.message - found.count + index
      let isChosen = index == prompt.chosen
      canvas.fill(row: row, columns: 0..<columns, style: Style(.normal, isSelected: isChosen))
      let mark = isChosen ? "> " : "  "
      let line = mark + instrument.symbol.text + "  " + TextSanitizer.clean(instrument.name)
      canvas.draw(
        typesetter.cut(typesetter.spelled(line), to: columns), row: row, column: 0, limit: columns,
        style: Style(.normal, isSelected: isChosen), width: width)
    }
    // A sentence that has no room beside the text stands above it, whole.
    let isBeside = width.columns(of: prompt.remark) <= columns / 2
    if !isBeside {
      let lines = typesetter.wrapped(
        prompt.remark, to: columns - TableLayout.margin, lines: max(1, min(3, areas.rows.count - found.count))
      )
      for (row, line) in zip((areas.message - found.count - lines.count)..., lines) {
        canvas.fill(row: row, columns: 0..<columns, style: Style())
        canvas.draw(line, row: row, column: TableLayout.margin, style: Style(.warning), width: width)
      }
    }
    canvas.fill(row: areas.message, columns: 0..<columns, style: Style())
    let remark = isBeside ? prompt.remark : ""
    let room = columns - TableLayout.margin - prompt.label.count - width.columns(of: remark) - 4
    var text = typesetter.spelled(prompt.text)[...]
    while !text.isEmpty, width.columns(of: text) > room { text.removeFirst() }
    let line = [Segment(prompt.label, .accent), Segment(String(text)), Segment("_", .muted)]
    let end = canvas.draw(line, row: areas.message, column: TableLayout.margin, gap: 0, width: width)
    canvas.draw(remark, row: areas.message, column: end + 2, style: Style(.warning), width: width)
  }

  /// The hints of the footer: those of what is being done.
  func footer(for state: WatchlistViewState) -> KeyBar {
    let isUnicode = typesetter.isUnicode
    if state.find != nil { return KeyBar(FindKeys.table, isUnicode: isUnicode) }
    if let edit = state.edit {
      return edit.prompt == nil
        ? KeyBar(EditKeys.table, isUnicode: isUnicode) : KeyBar(PromptKeys.table, isUnicode: isUnicode)
    }
    return KeyBar(options.keys.table(features), faultKeys: faultKeys, isUnicode: isUnicode)
  }
}
