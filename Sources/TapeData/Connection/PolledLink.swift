/// A link that asks for its prices, and how often it does.
public protocol PolledLink: QuoteLink {
  /// The time from one price of a symbol to the next.
  var period: Duration { get async }
}
