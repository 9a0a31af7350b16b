/// Finds losses that a symbol's numbers cannot show: the protocol, rule 3.
///
/// One for each connection.
struct CompletenessCheck {
  private var difference: Int? = 0

  /// The check of a connection whose beginning is not known: the first heartbeat tells where the count starts.
  static var ofUnknownStart: CompletenessCheck {
    var check = CompletenessCheck()
    check.difference = nil
    return check
  }

  /// Whether nothing was lost since the previous heartbeat; after a loss the count starts from there.
  ///
  /// - Parameters:
  ///   - sent: How many text frames the server says it sent before this heartbeat.
  ///   - received: How many were counted here, malformed ones included.
  mutating func isComplete(sent: Int, received: Int) -> Bool {
    let before = difference
    difference = sent &- received
    return before == nil || difference == before
  }
}
