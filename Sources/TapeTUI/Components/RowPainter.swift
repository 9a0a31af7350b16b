import TapeDomain

/// Draws the column titles and one row of the watchlist.
struct RowPainter: Sendable {
  /// Where the columns stand.
  let layout: TableLayout
  /// How text is fitted.
  let typesetter: Typesetter
  /// The zone of clock times.
  let zone: ClockZone

  /// What a row needs to know of the moment and of the rest of the screen.
  struct Context: Hashable, Sendable {
    /// Whether the row is the selected one.
    var isSelected: Bool
    /// Whether the price may be out of date, or the screen is frozen.
    var isStale = false
    /// Whether the screen is frozen.
    var isPaused = false
    /// The age of the price, when the state column is to say it.
    var age: AgeText?
    /// What is looked for, to be marked in symbol and name.
    var match: FindPattern?
    /// How the price cell is tinted; nil without a flash.
    var flash: Style.Role?
    /// Whether the server has not been told yet that the row is in its list.
    var isUnsent = false
    /// When the row's closed market opens next; nil when nobody said.
    var opening: OpeningText?
    /// Whether the change is one of 24 hours under a title that does not say so.
    var isRolling = false
  }

  private var width: DisplayWidth { typesetter.width }

  /// Draws the titles, over numbers at the end of two decimals.
  func drawTitles(at line: Int, isRolling: Bool, on canvas: inout Canvas) {
    let style = Style(.muted)
    for column in layout.columns {
      let words = column.title(isRolling: isRolling)
      guard let range = layout.range(of: column) else { continue }
      if column == .volume {
        canvas.draw(
          words, row: line, endingAt: range.upperBound, within: range, style: style, width: width)
      } else if let numbers = layout.numbers(of: column) {
        let rest = column == .percent ? numbers.widths.rest : DecimalWidths.twoDecimals
        let end = range.lowerBound + numbers.widths.whole + rest
        canvas.draw(words, row: line, endingAt: end, within: range, style: style, width: width)
      } else {
        let title = words.utf8.count <= range.count ? words : column.shortTitle
        canvas.draw(title, row: line, column: range.lowerBound, style: style, width: width)
      }
    }
  }

  /// Draws a row on a line of the screen.
  func draw(_ row: PriceRowState, _ context: Context, at line: Int, on canvas: inout Canvas) {
    let isStale = context.isStale
    func style(_ role: Style.Role) -> Style {
      Style(isStale ? .stale : role, isSelected: context.isSelected)
    }
    if context.isSelected {
      canvas.fill(row: line, columns: 0..<canvas.size.columns, style: style(.normal))
      canvas.draw(">", row: line, column: 0, style: Style(.accent, isSelected: true), width: width)
    }
    // In a row that may be out of date nothing is as bright as in one that is live.
    let match = isStale ? nil : context.match
    if context.isUnsent {
      canvas.draw(
        "+", row: line, column: 1, style: Style(.attention, isSelected: context.isSelected), width: width)
    }
    draw(row.id.text, in: .symbol, at: line, style(.normal), match: match, on: &canvas)
    draw(row.name, in: .name, at: line, style(.normal), match: match, on: &canvas)
    drawPrice(row, at: line, flash: isStale ? nil : context.flash, style, on: &canvas)
    let trend = style(row.trend > 0 ? .up : row.trend < 0 ? .down : .normal)
    draw(row.change, in: .change, at: line, row.change == nil ? style(.muted) : trend, on: &canvas)
    draw(row.percent, in: .percent, at: line, row.percent == nil ? style(.muted) : trend, on: &canvas)
    drawDayRange(row.dayPosition, at: line, style, on: &canvas)
    draw(row.bid, in: .bid, at: line, style(row.bid == nil ? .muted : .normal), on: &canvas)
    draw(row.ask, in: .ask, at: line, style(row.ask == nil ? .muted : .normal), on: &canvas)
    drawVolume(row.volume, at: line, style, on: &canvas)
    let state = StateText(
      row.condition, age: context.age, isPaused: context.isPaused, opening: context.opening,
      isRolling: context.isRolling,
      zone: zone)
    let role: Style.Role = state.role == .stale ? .muted : state.role
    draw(state.text(layout.state), in: .state, at: line, style(role), on: &canvas)
  }

  private func draw(
    _ text: String, in column: TableColumn, at line: Int, _ style: Style, match: FindPattern? = nil,
    on canvas: inout Canvas
  ) {
    guard let range = layout.range(of: column) else { return }
    let fitted = typesetter.cut(text, to: range.count)
    canvas.draw(fitted, row: line, column: range.lowerBound, limit: range.count, style: style, width: width)
    guard let found = match?.range(in: fitted) else { return }
    let start = range.lowerBound + width.columns(of: fitted[..<found.lowerBound])
    canvas.draw(
      fitted[found], row: line, column: start, limit: range.upperBound - start,
      style: Style(.accent, isSelected: style.isSelected), width: width)
  }

  private func drawPrice(
    _ row: PriceRowState, at line: Int, flash: Style.Role?, _ style: (Style.Role) -> Style,
    on canvas: inout Canvas
  ) {
    guard let range = layout.range(of: .price) else { return }
    if let flash { canvas.fill(row: line, columns: range, style: style(flash)) }
    draw(row.price, in: .price, at: line, style(flash ?? (row.price == nil ? .muted : .normal)), on: &canvas)
    guard layout.arrow > 0, row.price != nil, let direction = row.direction else { return }
    let role = flash ?? (direction == .up ? .up : .down)
    let arrow = typesetter.glyphs.arrow(direction)
    canvas.draw(arrow, row: line, endingAt: range.upperBound, within: range, style: style(role), width: width)
  }

  /// Draws a number with its separator in the column's place, or beside it as far as a long part needs.
  ///
  /// A number is never cut, since its beginning is another number.
  private func draw(
    _ number: DecimalText?, in column: TableColumn, at line: Int, _ style: Style, on canvas: inout Canvas
  ) {
    guard let (range, widths) = layout.numbers(of: column) else { return }
    let missing = typesetter.glyphs.missing
    let (text, whole, rest) =
      number.map { typesetter.fitted($0, within: range.count) } ?? (missing, width.columns(of: missing), 0)
    let start = range.lowerBound + min(max(0, widths.whole - whole), max(0, range.count - whole - rest))
    canvas.draw(text, row: line, column: start, limit: range.upperBound - start, style: style, width: width)
  }

  private func drawVolume(
    _ volume: String?, at line: Int, _ style: (Style.Role) -> Style, on canvas: inout Canvas
  ) {
    guard let range = layout.range(of: .volume) else { return }
    canvas.draw(
      volume ?? typesetter.glyphs.missing, row: line, endingAt: range.upperBound, within: range,
      style: style(volume == nil ? .muted : .normal), width: width)
  }

  private func drawDayRange(
    _ position: Int?, at line: Int, _ style: (Style.Role) -> Style, on canvas: inout Canvas
  ) {
    guard let range = layout.range(of: .dayRange) else { return }
    guard let position else {
      draw(typesetter.glyphs.missing, in: .dayRange, at: line, style(.muted), on: &canvas)
      return
    }
    let track = String(repeating: "-", count: DayRangeBar.columns)
    let mark = range.lowerBound + DayRangeBar.mark(at: position)
    canvas.draw(track, row: line, column: range.lowerBound, style: style(.muted), width: width)
    canvas.draw("o", row: line, column: mark, style: style(.normal), width: width)
  }
}
