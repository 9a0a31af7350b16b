/// Finds losses that a symbol's numbers cannot show: the protocol, rule 3.
///
/// One for each connection.
struct CompletenessCheck {
  private var difference = 0

  /// Whether nothing was lost since the previous heartbeat; after a loss the count starts from there.
  ///
  /// - Parameters:
  ///   - sent: How many text frames the server says it sent before this heartbeat.
  ///   - received: How many were counted here, malformed ones included.
  mutating func isComplete(sent: Int, received: Int) -> Bool {
    let before = difference
    difference = sent &- received
    return difference == before
  }
}
