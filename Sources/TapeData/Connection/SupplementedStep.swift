import TapeDomain

/// What a side of a ``SupplementedSocket`` has to have done, in the order in which it says so.
enum SupplementedStep: Equatable, Sendable {
  /// Tell the consumer.
  case tell(QuoteSocketEvent)
  /// Say to the stream, and to whoever makes the requests, what follows from the plan.
  case act([StreamPlan.Action])
  /// Take these prices back: each has to be confirmed anew.
  case takeBack([Symbol])
  /// Say in the header what is polled, when that is something else.
  case describe
  /// See how many symbols were refused, when no more of them are.
  case settleLater
  /// Say why requests are refused, unless the stream says so in the meantime in its own words.
  case sayLater(String)
}
