import Foundation

/// What the state column says about a row: one thing at a time, the most pressing first.
struct StateText: Hashable, Sendable {
  /// The words at full width.
  let full: String
  /// The words in seven columns.
  let short: String
  /// One ASCII sign.
  let sign: String
  /// What the words mean for the eye.
  let role: Style.Role

  /// The state of a row: unknown or waiting, the age of a stale price, then the session.
  ///
  /// - Parameter age: The age of the price when it may be out of date, else nil.
  init(_ condition: RowCondition, age: AgeText?, timeZone: TimeZone) {
    switch condition {
    case .unknownSymbol: self.init("unknown symbol", "unknown", "?", .attention)
    case .rejected: self.init("refused", "refused", "x", .attention)
    case .waiting: self.init("waiting", "waiting", ".", .muted)
    default:
      if let age {
        self.init(age.text(in: timeZone), age.short, "~", .stale)
      } else {
        self.init(session: condition)
      }
    }
  }

  /// The words that fit a form of the column.
  func text(_ form: TableLayout.StateForm) -> String {
    switch form {
    case .full: full
    case .short: short
    case .sign: sign
    }
  }

  private init(session: RowCondition) {
    switch session {
    case .halted: self.init("HALTED", "HALTED", "!", .attention)
    case .auction: self.init("AUCTION", "AUCTION", "!", .attention)
    case .closed: self.init("CLOSED", "CLOSED", "c", .muted)
    case .pre: self.init("PRE", "PRE", "<", .muted)
    case .post: self.init("POST", "POST", ">", .muted)
    case .delayed(let minutes): self.init("D\(minutes)", "D\(minutes)", "D", .muted)
    case .none, .unknownSymbol, .rejected, .waiting: self.init("", "", "", .normal)
    }
  }

  private init(_ full: String, _ short: String, _ sign: String, _ role: Style.Role) {
    self.full = full
    self.short = short
    self.sign = sign
    self.role = role
  }
}
