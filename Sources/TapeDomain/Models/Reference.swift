/// The price that a change is measured from, and what kind of price it is.
public struct Reference: Hashable, Sendable {
  /// What the reference price is; it is never assumed to be a previous close.
  public enum Kind: Hashable, Sendable {
    /// The official close of the previous session.
    case previousClose
    /// The price of 24 hours ago, as sources without sessions give it.
    case rolling24h
    /// The first price of the current session.
    case sessionOpen
  }

  /// What kind of price it is.
  public let kind: Kind
  /// The price itself.
  public let price: Money

  /// A reference of that kind and price.
  public init(kind: Kind, price: Money) {
    self.kind = kind
    self.price = price
  }
}
