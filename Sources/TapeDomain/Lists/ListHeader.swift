/// What is known of a list without its instruments.
public struct ListHeader: Hashable, Identifiable, Sendable {
  /// The list.
  public let id: ListID
  /// What it is called.
  public var name: ListName
  /// How many instruments it has.
  public var count: Int

  /// A header of those values.
  public init(id: ListID, name: ListName, count: Int) {
    self.id = id
    self.name = name
    self.count = count
  }
}
