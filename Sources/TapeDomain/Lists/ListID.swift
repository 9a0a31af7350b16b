/// What stays the same of a list when it is renamed.
public struct ListID: Hashable, Comparable, Sendable {
  /// The number that the storage gave it.
  public let number: Int64

  /// The list of that number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// Orders by number.
  public static func < (left: ListID, right: ListID) -> Bool { left.number < right.number }
}
