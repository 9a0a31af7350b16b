import TapeDomain

/// What the state column says about a row: one thing at a time, the most pressing first.
struct StateText: Hashable, Sendable {
  /// The words, longest first; the last one is a sign of its own for every state.
  private let forms: [String]
  /// What the words mean for the eye.
  let role: Style.Role

  /// The state of a row: unknown or waiting, the age of a stale price, then the session.
  ///
  /// - Parameters:
  ///   - age: The age of the price when it may be out of date, else nil.
  ///   - isPaused: Whether the screen is frozen.
  ///   - opening: When a closed market opens next; nil when nobody said.
  ///   - isRolling: Whether the change is one of 24 hours under a title that does not say so.
  init(
    _ condition: RowCondition, age: AgeText?, isPaused: Bool = false, opening: OpeningText? = nil,
    isRolling: Bool = false, zone: ClockZone
  ) {
    switch condition {
    case .unknownSymbol: self.init(["unknown symbol", "unknown", "?"], .attention)
    case .rejected: self.init(["refused", "x"], .attention)
    // What comes meanwhile is not shown: the row waits for the end of the pause.
    case .waiting: self.init([isPaused ? "paused" : "waiting", isPaused ? "p" : "."], .muted)
    default:
      if let age {
        self.init([age.text(in: zone), age.short, "~" + age.unit, "~"], .stale)
      } else {
        self.init(session: condition, opening: opening, isRolling: isRolling)
      }
    }
  }

  /// Whether a form of the column has room for words.
  static func isWorded(_ form: TableLayout.StateForm) -> Bool {
    form.rawValue >= TableLayout.StateForm.short.rawValue
  }

  /// What the signs mean that stand in such a column, for the help.
  static func legend(_ form: TableLayout.StateForm) -> [(String, String)] {
    if form == .sign { return letters + [("D 1 P r", "delayed, one venue, polled, 24h change")] }
    func sign(_ condition: RowCondition, isRolling: Bool = false) -> String {
      StateText(condition, age: nil, isRolling: isRolling, zone: .utc).text(form)
    }
    let qualities = [
      (sign(.delayed(minutes: 15)), "delayed by 15 minutes"),
      (sign(.oneVenue), "in real time, of one venue's trades only"),
      (sign(.polled(every: 5)), "asked for every 5 seconds"),
      (sign(.none, isRolling: true), "the change is one of 24 hours"),
    ]
    return isWorded(form) ? qualities : letters + qualities
  }

  /// The signs that stand for words where the column is narrow.
  static let letters = [
    ("H A", "trading is halted, an auction"), ("C < >", "market closed, before, after hours"),
    (". p", "waits for a price, for the pause"), ("? x", "unknown symbol, refused"),
  ]

  /// The longest words that fit a form of the column.
  func text(_ form: TableLayout.StateForm) -> String {
    forms.first { $0.utf8.count <= form.rawValue } ?? ""
  }

  private init(session: RowCondition, opening: OpeningText?, isRolling: Bool) {
    switch session {
    case .halted: self.init(["HALTED", "H"], .attention)
    case .auction: self.init(["AUCTION", "A"], .attention)
    case .closed: self.init((opening?.forms ?? []) + ["CLOSED", "C"], .muted)
    case .pre: self.init(["PRE", "<"], .muted)
    case .post: self.init(["POST", ">"], .muted)
    case .delayed(let minutes): self.init(["D\(minutes)", "D"], .muted)
    case .oneVenue where isRolling: self.init(["one venue, 24h", "24h", "r"], .muted)
    case .none where isRolling: self.init(["24h", "r"], .muted)
    case .oneVenue: self.init(["one venue", "1 venue", "1v", "1"], .muted)
    case .polled(let seconds):
      let period = PeriodText.short(seconds)
      self.init(["polled \(period)", "P\(period)", "P"], .muted)
    case .none, .unknownSymbol, .rejected, .waiting: self.init([], .normal)
    }
  }

  private init(_ forms: [String], _ role: Style.Role) {
    self.forms = forms
    self.role = role
  }
}
