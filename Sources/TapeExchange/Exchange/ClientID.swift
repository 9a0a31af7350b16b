/// The name of one connection; later connections have higher numbers.
struct ClientID: Hashable, Comparable, Sendable {
  /// The number, from 1.
  let number: Int

  /// Orders by age.
  static func < (left: ClientID, right: ClientID) -> Bool {
    left.number < right.number
  }
}
