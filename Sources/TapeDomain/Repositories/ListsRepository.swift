/// The one owner of the user's lists; other programs may change them at the same time.
///
/// A change is kept whole or not at all, whatever happens to the program or the machine.
public protocol ListsRepository: Sendable {
  /// The lists that there are.
  func directory() async throws(ListError) -> ListDirectory
  /// A list with its instruments.
  func list(_ id: ListID) async throws(ListError) -> NamedList
  /// Makes lists at the end of the others, all of them or none; `replacing` lets one take the place of a list of its
  /// name, whose instruments are then replaced.
  @discardableResult
  func create(_ lists: [NewList], replacing: Bool) async throws(ListError) -> [ListHeader]
  /// Makes changes of one list in turn, all of them or none.
  ///
  /// - Returns: The list as it is afterwards.
  @discardableResult
  func change(_ id: ListID, _ edits: [ListEdit]) async throws(ListError) -> NamedList
  /// Gives a list another name.
  func rename(_ id: ListID, to name: ListName) async throws(ListError)
  /// Takes a list away.
  func delete(_ id: ListID) async throws(ListError)
  /// How a list was left; nil when nothing is known of it.
  func memory(of key: ListKey) async -> ListMemory?
  /// Which list was shown last.
  func lastShown() async -> ListKey?
  /// Keeps how a list is left, and that it was the one shown; what cannot be kept is forgotten.
  func remember(_ memory: ListMemory, of key: ListKey) async
  /// An element after each change that another program made.
  func foreignChanges() -> AsyncStream<Void>
}
