public import Foundation
public import TapeDomain

/// Draws the watchlist: a pure function from what is shown, and when, to a canvas.
///
/// It decides nothing but places: what a price is worth and what the words are comes with the state. It reads
/// no clock; ages, countdowns and flashes are functions of the ``Moment`` it is given.
public struct WatchlistRenderer: Sendable {
  /// When a frame is drawn, on both clocks.
  public struct Moment: Hashable, Sendable {
    /// The monotonic now, for flashes and countdowns.
    public var now: Instant
    /// The local wall clock, for ages until the server's clock is known.
    public var wall: Timestamp

    /// A moment on both clocks.
    public init(now: Instant, wall: Timestamp) {
      self.now = now
      self.wall = wall
    }
  }

  /// What the user wants of the screen.
  public struct Options: Hashable, Sendable {
    /// Whether a moved price is tinted.
    public var isFlashing: Bool
    /// Whether nothing ticks: ages in steps, no countdown.
    public var isCalm: Bool

    /// Options of those values; a calm screen never flashes.
    public init(isFlashing: Bool = true, isCalm: Bool = false) {
      self.isFlashing = isFlashing && !isCalm
      self.isCalm = isCalm
    }
  }

  let typesetter: Typesetter
  let colors: TerminalTraits.Colors
  let timeZone: TimeZone
  let options: Options

  /// A renderer for a terminal; clock times are shown in `timeZone`.
  public init(traits: TerminalTraits, width: DisplayWidth, timeZone: TimeZone, options: Options = Options()) {
    typesetter = Typesetter(width: width, isUnicode: traits.isUnicode)
    colors = traits.colors
    self.timeZone = timeZone
    self.options = options
  }

  var width: DisplayWidth { typesetter.width }

  /// How many rows of the list fit on a screen of that size.
  public static func visibleRows(in size: TerminalSize) -> Int {
    guard size.columns >= ScreenAreas.minimum.columns else { return 0 }
    return ScreenAreas(height: size.rows)?.rows.count ?? 0
  }

  /// The screen at that moment, with columns sized by the rows of the state alone.
  public func canvas(for state: WatchlistViewState, at moment: Moment, size: TerminalSize) -> Canvas {
    canvas(for: state, at: moment, size: size, widths: ColumnWidths(of: state.rows, typesetter))
  }

  /// The screen at that moment, with columns of at least the widths that earlier frames had.
  func canvas(
    for state: WatchlistViewState, at moment: Moment, size: TerminalSize, widths: ColumnWidths
  ) -> Canvas {
    var canvas = Canvas(size: size)
    guard size.columns >= ScreenAreas.minimum.columns, let areas = ScreenAreas(height: size.rows) else {
      drawTooSmall(on: &canvas)
      return canvas
    }
    let visible = visibleRows(of: state, in: areas)
    let layout = TableLayout(screen: size.columns, widths: widths)
    drawHeader(state, visible: visible, end: headerEnd(layout, size), on: &canvas)
    if state.isHelpShown {
      drawHelp(from: areas.titles ?? areas.rows.lowerBound, to: areas.rows.upperBound, on: &canvas)
    } else if state.rows.isEmpty {
      drawAbsence(of: state.list, areas, on: &canvas)
    } else {
      drawTable(state, visible: visible, layout, areas, at: moment, on: &canvas)
    }
    drawBanner(state.banner, areas, at: moment.now, on: &canvas)
    drawFooter(isFinding: state.find != nil, areas, on: &canvas)
    if let find = state.find {
      drawFind(find, areas, on: &canvas)
    } else {
      drawMessage(state.message, areas, on: &canvas)
    }
    return canvas
  }

  /// The indices of the rows that are on the screen.
  func visibleRows(of state: WatchlistViewState, in areas: ScreenAreas) -> Range<Int> {
    let first = min(max(0, state.firstVisible), state.rows.count)
    return first..<min(state.rows.count, first + areas.rows.count)
  }

  /// The time that ages are counted to: the server's, else the local wall clock's.
  func dataTime(of state: WatchlistViewState, at moment: Moment) -> Timestamp {
    state.clock?.now(at: moment.now) ?? moment.wall
  }

  /// The place in the list of a line of the screen, from 0 at the first visible row; nil for a line of anything else.
  static func place(ofLine line: Int, in size: TerminalSize) -> Int? {
    guard size.columns >= ScreenAreas.minimum.columns, let areas = ScreenAreas(height: size.rows),
      areas.rows.contains(line)
    else { return nil }
    return line - areas.rows.lowerBound
  }

  /// Since when the price is as old as the state column says; nil when it says nothing of an age.
  func agedSince(_ row: PriceRowState, in state: WatchlistViewState) -> Timestamp? {
    row.staleSince ?? (state.isPaused || state.showsAges ? row.priceTime : nil)
  }

  /// The age of a row's price, when it may be out of date or ages are asked for.
  func age(of row: PriceRowState, in state: WatchlistViewState, at moment: Moment) -> AgeText? {
    agedSince(row, in: state).map { since in
      let age = AgeText(since: since, now: dataTime(of: state, at: moment))
      return options.isCalm ? age.stepped : age
    }
  }
}
