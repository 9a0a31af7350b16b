/// One line of a key table: keys, what they do, and how help and footer say it.
///
/// Handling, help and footer all come from the table, so that they cannot disagree.
struct KeyBinding<Action: Hashable & Sendable>: Sendable {
  /// The keys; the first one stands for all of them in the footer.
  let keys: [Key]
  /// What they do.
  let action: Action
  /// The footer's word; bindings in a row with the same word share one hint; nil keeps the binding out of the
  /// footer.
  let label: String?
  /// How much the footer needs the hint: 0 is dropped last.
  let rank: Int
  /// What the help says.
  let help: String

  /// A line of the table.
  init(_ keys: [Key], _ action: Action, label: String? = nil, rank: Int = 0, help: String) {
    self.keys = keys
    self.action = action
    self.label = label
    self.rank = rank
    self.help = help
  }
}
