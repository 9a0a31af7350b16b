/// Where the columns of the watchlist stand at a width of the screen.
///
/// It depends on the screen, on the symbols and names of the list and on the locale; no price moves a column.
/// When there is little room, columns leave in order of least need: day range, name, change, then percent; the
/// state column gets shorter first. Then gaps close, the arrow leaves, and numbers do without their currency.
struct TableLayout: Hashable, Sendable {
  /// How much the state column can say.
  enum StateForm: Int, Hashable, Sendable, CaseIterable {
    /// Whole phrases, where a wide screen has columns left: `opens Mon 09:30 New York`.
    case phrase = 24
    /// Phrases, shortened: `opens Mon 09:30 EST`.
    case clause = 19
    /// Words: `14:03 yesterday`.
    case full = 15
    /// Short words: `12s ago`.
    case short = 7
    /// A sign and an age: `~12s`.
    case brief = 4
    /// One sign.
    case sign = 1
  }

  /// The column of the selection mark; every other line of the screen is indented like the rows.
  static let margin = 2

  /// The columns that are shown, from left to right.
  let columns: [TableColumn]
  /// How much the state column can say.
  let state: StateForm
  /// The columns of the arrow behind a price, with the blank before it; 0 when it is not shown.
  let arrow: Int
  /// The column after the last one used.
  let end: Int
  /// The columns of the screen by the raw value of the column, nil for one that is not shown.
  private let ranges: [Range<Int>?]
  private let price: DecimalWidths
  private let percent: DecimalWidths

  /// The layout of a list that needs `widths` on a screen of `screen` columns.
  init(screen: Int, widths: ColumnWidths, choice: ColumnChoice? = nil) {
    let right = screen >= 60 ? 1 : 0
    let room = max(0, screen - Self.margin - right)
    let plans = choice.map { Self.plans(for: $0) } ?? Self.plans
    let plan = plans.first { $0.width(widths, screen: screen) <= room } ?? Self.leastPlan
    var spare = max(0, room - plan.width(widths, screen: screen))
    let gap = plan.gap(screen: screen)
    let name = plan.columns.contains(.name) && plan.fixed[.name] == nil
    var nameWidth = plan.width(of: .name, widths, screen: screen)
    // A symbol or name that is cut comes first, then a phrase, then air behind short names: no column moves for a price.
    var symbolWidth = plan.width(of: .symbol, widths, screen: screen)
    if plan.fixed[.symbol] == nil { Self.widen(&symbolWidth, to: min(widths.symbol, 18), from: &spare) }
    if name { Self.widen(&nameWidth, to: min(widths.name, Self.usualName), from: &spare) }
    var state = plan.state
    let isPhrased = plan.state == .full && plan.columns.last == .state && plan.fixed[.state] == nil
    func phrase(_ form: StateForm) {
      guard isPhrased, form.rawValue - state.rawValue <= spare else { return }
      spare -= form.rawValue - state.rawValue
      state = form
    }
    phrase(.clause)
    if name { Self.widen(&nameWidth, to: min(widths.name, 40), from: &spare) }
    phrase(.phrase)
    if name { Self.widen(&nameWidth, to: Self.usualName, from: &spare) }
    var ranges = [Range<Int>?](repeating: nil, count: TableColumn.allCases.count)
    var at = Self.margin
    for column in plan.columns {
      let width =
        switch column {
        case .symbol: symbolWidth
        case .name where name: nameWidth
        case .state where isPhrased: state.rawValue
        default: plan.width(of: column, widths, screen: screen)
        }
      ranges[column.rawValue] = at..<at + width
      at += width + gap
    }
    columns = plan.columns
    self.state = state
    arrow = plan.arrow
    end = min(screen, max(0, at - gap))
    price = .price(plan.room, widths.currency)
    percent = .percent(plan.room)
    self.ranges = ranges
  }

  /// The columns of a name that is neither short nor long.
  private static let usualName = 28

  private static func widen(_ width: inout Int, to wanted: Int, from spare: inout Int) {
    let more = min(spare, max(0, wanted - width))
    width += more
    spare -= more
  }

  /// The columns of the screen that a column of the table takes; nil when it is not shown.
  func range(of column: TableColumn) -> Range<Int>? { ranges[column.rawValue] }

  /// Where the numbers of a column stand: its columns of the screen without the arrow's, and how they are
  /// aligned.
  func numbers(of column: TableColumn) -> (range: Range<Int>, widths: DecimalWidths)? {
    guard let range = range(of: column) else { return nil }
    switch column {
    case .price: return (range.lowerBound..<range.upperBound - arrow, price)
    case .bid, .ask: return (range, price)
    case .change: return (range, .change)
    case .percent: return (range, percent)
    case .symbol, .name, .dayRange, .state, .volume: return nil
    }
  }
}

extension TableLayout {
  /// A choice of columns.
  private struct Plan {
    let columns: [TableColumn]
    let state: StateForm
    let room: DecimalWidths.Room
    let arrow: Int
    let isClose: Bool
    var fixed: [TableColumn: Int] = [:]

    init(
      _ columns: [TableColumn], _ state: StateForm, _ room: DecimalWidths.Room, arrow: Int = 2,
      isClose: Bool = false
    ) {
      self.columns = columns
      self.state = state
      self.room = room
      self.arrow = arrow
      self.isClose = isClose
    }

    func gap(screen: Int) -> Int { isClose ? 1 : screen >= 100 ? 3 : 2 }

    func width(_ widths: ColumnWidths, screen: Int) -> Int {
      let gap = gap(screen: screen)
      return columns.reduce(-gap) { $0 + width(of: $1, widths, screen: screen) + gap }
    }

    /// The least columns that the column is worth showing with.
    func width(of column: TableColumn, _ widths: ColumnWidths, screen: Int) -> Int {
      if let width = fixed[column] { return width }
      return switch column {
      case .symbol: min(widths.symbol, screen >= 100 ? 18 : screen >= 60 ? 12 : screen >= 36 ? 8 : 5)
      case .name: min(widths.name, columns.contains(.dayRange) ? 18 : state == .full ? 16 : 8)
      case .price: DecimalWidths.price(room, widths.currency).total + arrow
      case .change: DecimalWidths.change.total
      case .percent: DecimalWidths.percent(room).total
      case .dayRange: DayRangeBar.columns
      case .state: state.rawValue
      case .bid, .ask: DecimalWidths.price(room, widths.currency).total
      case .volume: 7
      }
    }
  }

  private static let withoutRange: [TableColumn] = [.symbol, .name, .price, .change, .percent, .state]
  private static let withoutName: [TableColumn] = [.symbol, .price, .change, .percent, .state]
  private static let withoutChange: [TableColumn] = [.symbol, .price, .percent, .state]
  private static let withoutPercent: [TableColumn] = [.symbol, .price, .state]

  private static let plans: [Plan] = [
    Plan(TableColumn.standard, .full, .wide),
    Plan(withoutRange, .full, .wide),
    Plan(withoutRange, .short, .wide),
    Plan(withoutName, .full, .wide),
    Plan(withoutName, .short, .wide),
    Plan(withoutName, .short, .medium),
    Plan(withoutChange, .full, .medium),
    Plan(withoutChange, .short, .medium),
    Plan(withoutChange, .brief, .medium),
    Plan(withoutChange, .brief, .medium, isClose: true),
    Plan(withoutChange, .brief, .medium, arrow: 1, isClose: true),
    Plan(withoutChange, .sign, .medium, isClose: true),
    Plan(withoutChange, .sign, .medium, arrow: 1, isClose: true),
    Plan(withoutChange, .sign, .compact, arrow: 1, isClose: true),
    Plan(withoutChange, .sign, .compact, arrow: 0, isClose: true),
    Plan(withoutPercent, .short, .medium, isClose: true),
    Plan(withoutPercent, .brief, .compact, arrow: 1, isClose: true),
    Plan(withoutPercent, .sign, .compact, arrow: 1, isClose: true),
    Plan(withoutPercent, .sign, .compact, arrow: 0, isClose: true),
    leastPlan,
  ]

  /// The plans of the user's own columns: those of least need leave first, then everything gets closer.
  private static func plans(for choice: ColumnChoice) -> [Plan] {
    func plan(_ columns: [TableColumn], _ state: StateForm, _ room: DecimalWidths.Room, arrow: Int = 2)
      -> Plan
    {
      var plan = Plan(columns, state, room, arrow: arrow, isClose: room != .wide)
      plan.fixed = choice.fixed
      return plan
    }
    var columns = choice.columns
    var plans: [Plan] = []
    for leaving in [nil, TableColumn.dayRange, .volume, .name, .ask, .bid, .change] {
      if let leaving {
        guard let index = columns.firstIndex(of: leaving) else { continue }
        columns.remove(at: index)
      }
      plans += [plan(columns, .full, .wide), plan(columns, .short, .wide), plan(columns, .short, .medium)]
    }
    plans += [
      plan(columns, .brief, .medium), plan(columns, .sign, .medium, arrow: 1),
      plan(columns, .sign, .compact, arrow: 0),
    ]
    return plans + Self.plans.suffix(5)
  }

  private static let leastPlan = Plan(withoutPercent, .sign, .least, arrow: 0, isClose: true)
}
