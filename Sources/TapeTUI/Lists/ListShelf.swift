public import TapeDomain

/// The lists that the screen can show, in their order: the source's first, then the user's.
public struct ListShelf: Equatable, Sendable {
  /// The key of the source's list.
  public let source: ListKey
  /// What the source's list is called.
  public let sourceName: String
  /// The user's lists.
  public var directory: ListDirectory
  /// The list that is shown.
  public var current: ListKey

  /// A shelf that shows `current`, or the source's list where that is not there.
  public init(source: ListKey, sourceName: String, directory: ListDirectory, current: ListKey? = nil) {
    self.source = source
    self.sourceName = sourceName
    self.directory = directory
    self.current = source
    if let current, keys.contains(current) { self.current = current }
  }

  /// The lists in their order.
  var keys: [ListKey] { [source] + directory.headers.map { .own($0.id) } }

  /// The user's list that is shown; nil while it is the source's.
  var currentID: ListID? {
    if case .own(let id) = current { id } else { nil }
  }

  /// What the list that is shown is called.
  var currentName: String {
    directory.headers.first { .own($0.id) == current }?.name.text ?? sourceName
  }

  /// Which of how many lists is shown, such as `2/4`; nil when it is the only one.
  var place: String? {
    let keys = keys
    guard keys.count > 1, let index = keys.firstIndex(of: current) else { return nil }
    return "\(index + 1)/\(keys.count)"
  }

  /// The list so many steps further, around.
  func neighbour(_ step: Int) -> ListKey {
    let keys = keys
    let index = (keys.firstIndex(of: current) ?? 0) + step
    return keys[(index % keys.count + keys.count) % keys.count]
  }

  /// The list of that number, from 1; nil when there are fewer.
  func list(number: Int) -> ListKey? {
    let keys = keys
    return keys.indices.contains(number - 1) ? keys[number - 1] : nil
  }
}
