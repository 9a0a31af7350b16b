import TapeDomain

/// Where finding began, to which Esc returns.
struct FindSession: Hashable, Sendable {
  /// The selected symbol then; nil without rows.
  let origin: Symbol?
  /// The first row on the screen then.
  let firstVisible: Int
}
