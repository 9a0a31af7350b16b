/// Where the columns of the watchlist stand at a width of the screen.
///
/// When there is little room, columns leave in order of least need: day range, name, change, then percent.
/// The state column gets shorter before the name leaves, and its sign stays to the end.
struct TableLayout: Hashable, Sendable {
  /// How much the state column can say.
  enum StateForm: Int, Hashable, Sendable, CaseIterable {
    /// Words: `14:03 yesterday`.
    case full = 15
    /// Short words: `12s ago`.
    case short = 7
    /// One sign.
    case sign = 1
  }

  /// The column of the selection mark; every other line of the screen is indented like the rows.
  static let margin = 2
  /// The place of the arrow in the price column, and of the blank before it.
  static let arrow = 2

  /// The columns that are shown, from left to right.
  let columns: [TableColumn]
  /// How much the state column can say.
  let state: StateForm
  /// The column after the last one used.
  let end: Int
  /// The columns of the screen by the raw value of the column, nil for one that is not shown.
  private let ranges: [Range<Int>?]
  private let widths: ColumnWidths

  /// The layout of a list that needs `widths` on a screen of `screen` columns.
  init(screen: Int, widths: ColumnWidths) {
    let gap = screen >= 100 ? 3 : screen >= 30 ? 2 : 1
    let right = screen >= 60 ? 1 : 0
    let room = max(0, screen - Self.margin - right)
    let plan = Self.plans.first { $0.width(widths, screen: screen, gap: gap) <= room } ?? Self.leastPlan
    let spare = room - plan.width(widths, screen: screen, gap: gap)
    var ranges = [Range<Int>?](repeating: nil, count: TableColumn.allCases.count)
    var at = Self.margin
    for column in plan.columns {
      var width = plan.width(of: column, widths, screen: screen)
      if column == .name { width = min(width + max(0, spare), max(28, min(widths.name, 40))) }
      if column == .price, spare < 0 { width = max(1, width + spare) }
      ranges[column.rawValue] = at..<at + width
      at += width + gap
    }
    columns = plan.columns
    state = plan.state
    end = min(screen, max(0, at - gap))
    self.ranges = ranges
    self.widths = widths
  }

  /// The columns of the screen that a column of the table takes; nil when it is not shown.
  func range(of column: TableColumn) -> Range<Int>? { ranges[column.rawValue] }

  /// Where the numbers of a column stand: its columns of the screen without the arrow's, and how they are
  /// aligned.
  func numbers(of column: TableColumn) -> (range: Range<Int>, widths: DecimalWidths)? {
    guard let range = range(of: column) else { return nil }
    switch column {
    case .price:
      return (range.lowerBound..<max(range.lowerBound, range.upperBound - Self.arrow), widths.price)
    case .change: return (range, widths.change)
    case .percent: return (range, widths.percent)
    case .symbol, .name, .dayRange, .state: return nil
    }
  }
}

extension TableLayout {
  /// A choice of columns.
  private struct Plan {
    var columns: [TableColumn]
    var state: StateForm

    func width(_ widths: ColumnWidths, screen: Int, gap: Int) -> Int {
      columns.reduce(-gap) { $0 + width(of: $1, widths, screen: screen) + gap }
    }

    /// The least columns that the column is worth showing with.
    func width(of column: TableColumn, _ widths: ColumnWidths, screen: Int) -> Int {
      switch column {
      case .symbol: min(widths.symbol, screen >= 60 ? 12 : screen >= 30 ? 8 : 5)
      case .name: min(widths.name, columns.contains(.dayRange) ? 18 : state == .full ? 16 : 8)
      case .price: widths.price.total + TableLayout.arrow
      case .change: widths.change.total
      case .percent: widths.percent.total
      case .dayRange: DayRangeBar.columns
      case .state: state.rawValue
      }
    }
  }

  private static let plans: [Plan] = [
    Plan(columns: TableColumn.allCases, state: .full),
    Plan(columns: [.symbol, .name, .price, .change, .percent, .state], state: .full),
    Plan(columns: [.symbol, .name, .price, .change, .percent, .state], state: .short),
    Plan(columns: [.symbol, .price, .change, .percent, .state], state: .full),
    Plan(columns: [.symbol, .price, .change, .percent, .state], state: .short),
    Plan(columns: [.symbol, .price, .percent, .state], state: .full),
    Plan(columns: [.symbol, .price, .percent, .state], state: .short),
    Plan(columns: [.symbol, .price, .percent, .state], state: .sign),
    Plan(columns: [.symbol, .price, .state], state: .short),
    leastPlan,
  ]

  private static let leastPlan = Plan(columns: [.symbol, .price, .state], state: .sign)
}
