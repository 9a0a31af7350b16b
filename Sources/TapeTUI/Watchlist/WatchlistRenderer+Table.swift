import TapeDomain

/// The list: titles and rows.
extension WatchlistRenderer {
  func drawTable(
    _ state: WatchlistViewState, visible: Range<Int>, _ layout: TableLayout, _ areas: ScreenAreas,
    at moment: Moment, on canvas: inout Canvas
  ) {
    let painter = RowPainter(layout: layout, typesetter: typesetter, zone: zone)
    let match = state.find.map { FindPattern($0.text) }
    canvas.cursor = Canvas.Position(row: areas.rows.lowerBound, column: 0)
    if let titles = areas.titles {
      painter.drawTitles(at: titles, isRolling: state.isRolling(visible), on: &canvas)
    }
    let isRolling = state.isRolling(visible)
    for (line, index) in zip(areas.rows, visible) {
      let row = state.rows[index]
      let isSelected = index == state.selection
      let context = RowPainter.Context(
        isSelected: isSelected, isStale: state.isPaused || row.staleSince != nil,
        isPaused: state.isPaused,
        age: age(of: row, in: state, at: moment), match: match,
        flash: flashRole(of: row, in: state, at: moment.now), isUnsent: state.unsent.contains(row.id),
        opening: row.opening.flatMap { OpeningText($0, now: dataTime(of: state, at: moment)) },
        isRolling: !isRolling && row.referenceKind == .rolling24h)
      painter.draw(row, context, at: line, on: &canvas)
      if isSelected { canvas.cursor = Canvas.Position(row: line, column: 0) }
    }
  }

  private func flashRole(of row: PriceRowState, in state: WatchlistViewState, at now: Instant) -> Style.Role?
  {
    guard options.isFlashing, let flash = row.flash else { return nil }
    return FlashPhase(of: flash, at: now, tick: state.tick)?.role(flash.direction, colors: colors)
  }
}
