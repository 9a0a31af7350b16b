/// The help, which comes from the key table and from the signs that the table of prices uses.
extension WatchlistRenderer {
  /// A line of the help: texts and the columns where they begin.
  private typealias Line = [(column: Int, text: String, role: Style.Role)]

  /// Draws the help in place of the list: as many of its lines as there is room for, from the state's on.
  ///
  /// Where there are more, the last line says so.
  func drawHelp(
    _ state: WatchlistViewState, _ areas: ScreenAreas, widths: ColumnWidths, on canvas: inout Canvas
  ) {
    let area = helpArea(areas)
    let lines = helpLines(widths, columns: canvas.size.columns, room: area.count)
    let room = helpRoom(area.count, lines: lines.count)
    let first = min(max(0, state.helpLine), max(0, lines.count - room))
    for (row, line) in zip(area, lines[first...].prefix(room)) {
      for part in line {
        let text = typesetter.cut(part.text, to: canvas.size.columns - part.column)
        canvas.draw(text, row: row, column: part.column, style: Style(part.role), width: width)
      }
    }
    if room < area.count, room < lines.count {
      let rest = lines.count - first - room
      let keys = [Key.up, .down].map { $0.name(isUnicode: typesetter.isUnicode) }
      let hint = rest > 0 ? "\(keys[1]) more: \(rest) lines" : "\(keys[0]) the end"
      canvas.draw(
        hint, row: area.upperBound - 1, column: TableLayout.margin, style: Style(.muted), width: width)
    }
    canvas.cursor = Canvas.Position(row: area.lowerBound, column: 0)
  }

  /// The first line of the help after a key; nil for one that does not scroll it.
  func helpLine(after action: WatchlistAction, in state: WatchlistViewState, size: TerminalSize) -> Int? {
    guard size.columns >= ScreenAreas.minimum.columns, let areas = areas(for: state, size: size) else {
      return nil
    }
    let area = helpArea(areas)
    let count = helpLines(widths(of: state.rows), columns: size.columns, room: area.count).count
    let room = helpRoom(area.count, lines: count)
    let last = max(0, count - room)
    let line = min(state.helpLine, last)
    let target: Int? =
      switch action {
      case .selectPrevious: line - 1
      case .selectNext: line + 1
      case .pageUp: line - room
      case .pageDown: line + room
      case .selectFirst: 0
      case .selectLast: last
      case .scrollUp: line - WatchlistViewModel.wheelStep
      case .scrollDown: line + WatchlistViewModel.wheelStep
      default: nil
      }
    return target.map { min(max(0, $0), last) }
  }

  /// What a key does on this screen; nil for one that does nothing.
  func action(for key: Key) -> WatchlistAction? {
    options.keys.action(for: key, faultKeys: faultKeys, features: features)
  }

  private func helpArea(_ areas: ScreenAreas) -> Range<Int> {
    (areas.titles ?? areas.rows.lowerBound)..<areas.rows.upperBound
  }

  /// The lines of the help on an area of so many: all but one when there are more, for the hint.
  private func helpRoom(_ height: Int, lines: Int) -> Int {
    lines > height && height > 1 ? height - 1 : height
  }

  /// All lines of the help.
  ///
  /// The keys of the demo stand beside the other keys, or below them, or in two short lines where neither has room.
  private func helpLines(_ widths: ColumnWidths, columns: Int, room: Int) -> [Line] {
    let signs = signEntries(widths, columns: columns)
    let entries = keyEntries + [("", "")] + signs
    let column = wordsColumn(of: entries, columns: columns)
    if faultKeys.isEmpty { return entries.map { line($0, column) } }
    let beside = column + keyWords + 3
    if beside + faultWidth <= columns {
      var lines = entries.map { line($0, column) }
      while lines.count < faultKeys.count { lines.append([]) }
      for (index, key) in faultKeys.enumerated() { lines[index] += faultLine(key, at: beside) }
      return lines
    }
    if entries.count + 1 + faultKeys.count <= room {
      return entries.map { line($0, column) } + [[]] + faultKeys.map { faultLine($0, at: TableLayout.margin) }
    }
    return (keyEntries + faultEntries + signs).map { line($0, column) }
  }

  private func line(_ entry: (String, String), _ column: Int) -> Line {
    let indent = TableLayout.margin
    return [
      (indent, typesetter.cut(entry.0, to: column - indent - 2), .accent), (column, entry.1, .normal),
    ]
  }

  private func faultLine(_ key: FaultKey, at start: Int) -> Line {
    [(start, "F\(key.number)", .accent), (start + Self.faultName, key.help, .normal)]
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

  /// Where words begin; on a narrow screen the names of the keys leave them more than half of it.
  private func wordsColumn(of entries: [(String, String)], columns: Int) -> Int {
    let whole = TableLayout.margin + (entries.map { width.columns(of: $0.0) }.max() ?? 0) + 3
    return whole + keyWords <= columns ? whole : min(whole, max(10, columns * 2 / 5))
  }

  /// The columns of the longest words for a key.
  private var keyWords: Int { keyEntries.map { width.columns(of: $0.1) }.max() ?? 0 }

  private var keyEntries: [(String, String)] {
    var entries: [(String, String)] = []
    for binding in options.keys.table(features) {
      let keys = binding.keys.map { $0.name(isUnicode: typesetter.isUnicode) }.joined(separator: "  ")
      if let last = entries.last, last.1 == binding.help {
        entries[entries.count - 1].0 += "  " + keys
      } else {
        entries.append((keys, binding.help))
      }
    }
    return entries + [("Ctrl-Z  Ctrl-C", "stop the program (fg goes on), end it")]
  }

  private func signEntries(_ widths: ColumnWidths, columns: Int) -> [(String, String)] {
    let glyphs = typesetter.glyphs
    let layout = TableLayout(screen: columns, widths: widths, choice: options.columns)
    let age = StateText.isWorded(layout.state) ? "12s ago" : layout.state == .brief ? "~12s" : "~"
    return [
      ("\(glyphs.up) \(glyphs.down)", "the last price was a rise, a fall"),
      (age, "may be out of date; the price is so old"),
    ] + StateText.legend(layout.state) + [(glyphs.missing, "the source gives no such value")]
  }
}
