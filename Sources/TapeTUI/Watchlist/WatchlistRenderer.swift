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
    /// The user's own columns; nil for the standard ones.
    public var columns: ColumnChoice?
    /// Which key does what, for help and footer.
    public var keys: KeyMap

    /// Options of those values; a calm screen never flashes.
    public init(
      isFlashing: Bool = true, isCalm: Bool = false, columns: ColumnChoice? = nil, keys: KeyMap = .standard
    ) {
      self.columns = columns
      self.keys = keys
      self.isFlashing = isFlashing && !isCalm
      self.isCalm = isCalm
    }
  }

  let typesetter: Typesetter
  let colors: TerminalTraits.Colors
  let zone: ClockZone
  let currency: CurrencyPlace
  var options: Options
  let faultKeys: [FaultKey]
  let features: WatchlistKeys.Features

  /// A renderer for a terminal; clock times are shown in `timeZone`, and columns have room for the prices of `locale`;
  /// the keys of a demo stand in help and footer.
  public init(
    traits: TerminalTraits, width: DisplayWidth, zone: ClockZone,
    locale: Locale? = nil, options: Options = Options(),
    faultKeys: [FaultKey] = []
  ) {
    self.init(
      traits: traits, width: width, zone: zone, locale: locale, options: options,
      faultKeys: faultKeys,
      features: [])
  }

  /// A renderer of a screen that can do more than watch.
  init(
    traits: TerminalTraits, width: DisplayWidth, zone: ClockZone, locale: Locale?, options: Options,
    faultKeys: [FaultKey], features: WatchlistKeys.Features
  ) {
    self.features = features
    typesetter = Typesetter(width: width, isUnicode: traits.isUnicode)
    colors = traits.colors
    self.zone = zone
    currency = CurrencyPlace(locale: locale, isUnicode: traits.isUnicode)
    self.options = options
    self.faultKeys = faultKeys
  }

  var width: DisplayWidth { typesetter.width }

  /// How many rows of the list fit on a screen of that size.
  public static func visibleRows(in size: TerminalSize) -> Int {
    guard size.columns >= ScreenAreas.minimum.columns else { return 0 }
    return ScreenAreas(height: size.rows)?.rows.count ?? 0
  }

  /// The screen at that moment; looks at every row for the widths of the columns, which ``WatchlistFrames`` keeps.
  public func canvas(for state: WatchlistViewState, at moment: Moment, size: TerminalSize) -> Canvas {
    canvas(for: state, widths: widths(of: state.rows), at: moment, size: size)
  }

  /// What the columns of these rows need.
  func widths(of rows: [PriceRowState]) -> ColumnWidths { ColumnWidths(of: rows, typesetter, currency) }

  /// The screen at that moment, of a list that needs those widths.
  func canvas(
    for state: WatchlistViewState, widths: ColumnWidths, at moment: Moment, size: TerminalSize
  ) -> Canvas {
    var canvas = Canvas(size: size)
    guard size.columns >= ScreenAreas.minimum.columns, let areas = areas(for: state, size: size) else {
      drawTooSmall(on: &canvas)
      return canvas
    }
    let visible = visibleRows(of: state, in: areas)
    let layout = TableLayout(screen: size.columns, widths: widths, choice: options.columns)
    drawHeader(state, visible: visible, end: headerEnd(layout, size), on: &canvas)
    if state.isHelpShown {
      drawHelp(state, areas, widths: widths, on: &canvas)
    } else if state.rows.isEmpty {
      drawAbsence(of: state.list, areas, on: &canvas)
    } else {
      drawTable(state, visible: visible, layout, areas, at: moment, on: &canvas)
    }
    drawReplay(state, areas, on: &canvas)
    drawActivity(of: state, areas, at: moment.now, on: &canvas)
    drawBanner(state.banner, isStill: state.replay != nil, areas, at: moment.now, on: &canvas)
    drawFooter(footer(for: state), areas, on: &canvas)
    if let find = state.find {
      drawFind(find, areas, on: &canvas)
    } else if let edit = state.edit, edit.prompt != nil {
      drawEdit(edit, areas, on: &canvas)
    } else {
      let sentence = state.isRowDescribed ? state.rowSentence(at: dataTime(of: state, at: moment)) : nil
      drawMessage(sentence ?? state.message, areas, on: &canvas)
    }
    return canvas
  }

  /// The areas of a screen of that size, as the banner needs them; nil when it is too low.
  func areas(for state: WatchlistViewState, size: TerminalSize) -> ScreenAreas? {
    let lines = state.banner.map {
      BannerLines($0, typesetter: typesetter).textLines(columns: size.columns - TableLayout.margin)
    }
    return ScreenAreas(height: size.rows, bannerLines: lines ?? 0)
  }

  /// The indices of the rows that are on the screen; the selected one stays when a banner takes a line.
  func visibleRows(of state: WatchlistViewState, in areas: ScreenAreas) -> Range<Int> {
    var first = min(max(0, state.firstVisible), state.rows.count)
    if let selection = state.selection, state.rows.indices.contains(selection),
      selection == first + areas.rows.count
    {
      first += 1
    }
    return first..<min(state.rows.count, first + areas.rows.count)
  }

  /// The time that ages are counted to: the tape's, the server's, else the local wall clock's.
  func dataTime(of state: WatchlistViewState, at moment: Moment) -> Timestamp {
    state.replay?.dataTime ?? state.clock?.now(at: moment.now) ?? moment.wall
  }

  /// The place of a line's row, from 0 at the state's first visible row; nil for a line that shows no row.
  func place(ofLine line: Int, in state: WatchlistViewState, size: TerminalSize) -> Int? {
    guard size.columns >= ScreenAreas.minimum.columns, let areas = areas(for: state, size: size),
      areas.rows.contains(line)
    else { return nil }
    let visible = visibleRows(of: state, in: areas)
    let index = visible.lowerBound + line - areas.rows.lowerBound
    return visible.contains(index) ? index - state.firstVisible : nil
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
