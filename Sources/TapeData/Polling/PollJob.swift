public import TapeDomain

/// What one request to a polled source is for.
public enum PollJob: Hashable, Sendable {
  /// The prices of these, at most ``PollTerms/mostSymbols``.
  case quotes([Symbol])
  /// Something else that the source needs to know now and then, by a name of its own, such as when a market opens.
  case errand(String)

  /// The symbols whose prices are asked for.
  var symbols: [Symbol] {
    if case .quotes(let symbols) = self { symbols } else { [] }
  }
}
