import TapeDomain

/// The lines around the list.
extension WatchlistRenderer {
  /// Where the header ends: with the table, but never so early that a piece of it is lost.
  func headerEnd(_ layout: TableLayout, _ size: TerminalSize) -> Int {
    size.columns >= 60 ? min(size.columns - 1, max(layout.end, 100)) : size.columns
  }

  func drawHeader(_ state: WatchlistViewState, visible: Range<Int>, end: Int, on canvas: inout Canvas) {
    let line = HeaderLine(state, visible: visible, typesetter: typesetter, zone: zone)
    let (left, right) = line.fitting(end - TableLayout.margin)
    let used = canvas.draw(left, row: 0, column: TableLayout.margin, gap: HeaderLine.gap, width: width)
    let taken = right.reduce(-HeaderLine.gap) { $0 + width.columns(of: $1.text) + HeaderLine.gap }
    let start = max(left.isEmpty ? TableLayout.margin : used + HeaderLine.gap, end - taken)
    canvas.draw(right, row: 0, column: start, gap: HeaderLine.gap, width: width)
  }

  /// Draws the banner; on a tape that is played nothing counts down and nothing can be tried.
  func drawBanner(
    _ banner: Banner?, isStill: Bool, _ areas: ScreenAreas, at now: Instant, on canvas: inout Canvas
  ) {
    guard var banner else { return }
    if isStill { banner = banner.recorded }
    let lines = BannerLines(banner, typesetter: typesetter).lines(
      at: now, columns: canvas.size.columns - TableLayout.margin, lines: areas.banner.count,
      isCounting: !options.isCalm, isReasonCut: !areas.hasMessageLine)
    for (row, line) in zip(areas.banner, lines) {
      canvas.fill(row: row, columns: 0..<canvas.size.columns, style: Style())
      canvas.draw(line, row: row, column: TableLayout.margin, gap: BannerLines.gap, width: width)
    }
    drawReason(of: banner, areas, at: now, on: &canvas)
  }

  /// A reason that the banner has no room for stands on the line of messages until there is one.
  private func drawReason(
    of banner: Banner, _ areas: ScreenAreas, at now: Instant, on canvas: inout Canvas
  ) {
    let reason = BannerLines(banner, typesetter: typesetter).reasonLeft(
      at: now, columns: canvas.size.columns - TableLayout.margin, lines: areas.banner.count,
      isCounting: !options.isCalm)
    guard let reason, areas.hasMessageLine else { return }
    canvas.draw(
      reason, row: areas.message, column: TableLayout.margin, style: Style(.muted), width: width)
  }

  /// Draws the place on the tape on the line of messages, unless a banner needs that.
  func drawReplay(_ state: WatchlistViewState, _ areas: ScreenAreas, on canvas: inout Canvas) {
    guard let replay = state.replay, areas.hasMessageLine, state.banner == nil else { return }
    let segments = ReplayLine(replay).segments(columns: canvas.size.columns - TableLayout.margin)
    canvas.draw(segments, row: areas.message, column: TableLayout.margin, gap: 1, width: width)
  }

  /// Draws what a source that is asked is about, unless a banner or a tape needs that line.
  func drawActivity(
    of state: WatchlistViewState, _ areas: ScreenAreas, at now: Instant, on canvas: inout Canvas
  ) {
    guard let activity = state.activity, areas.hasMessageLine, state.banner == nil, state.replay == nil else {
      return
    }
    let words = ActivityLine(activity, typesetter: typesetter).words(
      at: now, columns: canvas.size.columns - TableLayout.margin, isCounting: !options.isCalm)
    canvas.draw(words, row: areas.message, column: TableLayout.margin, style: Style(.muted), width: width)
  }

  func drawFooter(_ bar: KeyBar, _ areas: ScreenAreas, on canvas: inout Canvas) {
    var at = TableLayout.margin
    for hint in bar.fitting(canvas.size.columns - TableLayout.margin, width: width) {
      let words = [Segment(hint.keys, .accent), Segment(hint.label, .muted)]
      at = canvas.draw(words, row: areas.footer, column: at, gap: 1, width: width) + KeyBar.gap
    }
  }

  func drawMessage(_ message: String?, _ areas: ScreenAreas, on canvas: inout Canvas) {
    guard let message, !message.isEmpty else { return }
    let lines = typesetter.wrapped(
      message, to: canvas.size.columns - TableLayout.margin, lines: areas.messageLines)
    for (row, line) in zip((areas.message + 1 - lines.count)..., lines) {
      canvas.fill(row: row, columns: 0..<canvas.size.columns, style: Style())
      canvas.draw(line, row: row, column: TableLayout.margin, style: Style(), width: width)
    }
  }

  /// Draws the line on which a text to find is typed: its end, when there is not room for all of it.
  func drawFind(_ find: FindLine, _ areas: ScreenAreas, on canvas: inout Canvas) {
    canvas.fill(row: areas.message, columns: 0..<canvas.size.columns, style: Style())
    let remark = find.hasNoMatch ? "no match" : ""
    let room = canvas.size.columns - TableLayout.margin - width.columns(of: remark) - 4
    var text = typesetter.spelled(find.text)[...]
    while !text.isEmpty, width.columns(of: text) > room { text.removeFirst() }
    let line = [Segment("/", .accent), Segment(String(text)), Segment("_", .muted)]
    let end = canvas.draw(line, row: areas.message, column: TableLayout.margin, gap: 0, width: width)
    canvas.draw(remark, row: areas.message, column: end + 2, style: Style(.warning), width: width)
  }

  /// What stands in the place of the rows while there are none.
  func drawAbsence(of list: LoadState, _ areas: ScreenAreas, on canvas: inout Canvas) {
    let (text, role): (String, Style.Role) =
      switch list {
      case .loading: ("Loading the list", .muted)
      case .loaded, .empty: ("The list is empty. Press e, then a to add to it.", .muted)
      case .failed(let sentence): (sentence, .warning)
      }
    let room = canvas.size.columns - TableLayout.margin
    let lines = typesetter.wrapped(text, to: room, lines: areas.rows.count)
    for (row, line) in zip(areas.rows, lines) {
      canvas.draw(line, row: row, column: TableLayout.margin, style: Style(role), width: width)
    }
    canvas.cursor = Canvas.Position(row: areas.rows.lowerBound, column: 0)
  }

  /// One line that says what size is needed: as much of it as fits, the need last to go.
  func drawTooSmall(on canvas: inout Canvas) {
    let (size, least) = (canvas.size, ScreenAreas.minimum)
    let need = "need \(least.columns)x\(least.rows)"
    let texts = [
      "Terminal too small: have \(size.columns)x\(size.rows), \(need)", "Terminal too small, \(need)",
      "Too small: \(need)", need, "\(least.columns)x\(least.rows)",
    ]
    let text = texts.first { $0.utf8.count <= size.columns } ?? texts[texts.count - 1]
    canvas.draw(text, row: 0, column: 0, style: Style(.warning), width: width)
    canvas.cursor = Canvas.Position(row: 0, column: 0)
  }
}
