/// How a list was left: what was selected, and how it was sorted.
public struct ListMemory: Hashable, Sendable {
  /// The selected symbol.
  public var selected: Symbol?
  /// The word of the order; nil for the list's own.
  public var order: String?
  /// Whether that order was turned round.
  public var isReversed: Bool

  /// A memory of those values.
  public init(selected: Symbol? = nil, order: String? = nil, isReversed: Bool = false) {
    self.selected = selected
    self.order = order
    self.isReversed = isReversed
  }
}
