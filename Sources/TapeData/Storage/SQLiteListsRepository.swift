import Foundation
public import TapeDomain

/// The user's lists in a SQLite file; everything that waits for the disk runs on a thread of its own.
///
/// Looking makes no file: one is made by the first change. A file that is replaced or deleted while it is open is
/// noticed, and the new one used.
public final class SQLiteListsRepository: ListsRepository {
  /// How often another program's changes are looked for.
  static let pollSpacing = Duration.seconds(1)

  let storage: ListsStorage
  private let time: TimeSource

  /// The lists in the file at `path`, which need not be there yet.
  public convenience init(path: String, time: TimeSource) {
    self.init(path: path, time: time, isNetwork: FileSystemKind.isNetwork)
  }

  /// The lists in that file; `isNetwork` says whether a folder lies on another machine.
  init(path: String, time: TimeSource, isNetwork: @escaping @Sendable (String) -> Bool) {
    storage = ListsStorage(path: path, isNetwork: isNetwork)
    self.time = time
  }

  /// The lists that there are.
  public func directory() async throws(ListError) -> ListDirectory {
    try await storage.read(ListDirectory()) { try $0.directory() }
  }

  /// A list with its instruments.
  public func list(_ id: ListID) async throws(ListError) -> NamedList {
    let list = try await storage.read(NamedList?.none) { try $0.list(id) }
    guard let list else { throw ListError(.notFound, "There are no lists any more.") }
    return list
  }

  /// Makes lists at the end of the others, all of them or none.
  @discardableResult
  public func create(_ lists: [NewList], replacing: Bool) async throws(ListError) -> [ListHeader] {
    try await storage.write { tables in
      try lists.map { new in
        guard replacing, let known = try tables.directory().header(named: new.name) else {
          return try tables.create(new)
        }
        var list = try tables.list(known.id)
        try tables.change(&list, .replace(new.instruments))
        return list.header
      }
    }
  }

  /// Makes changes of one list in turn, all of them or none.
  @discardableResult
  public func change(_ id: ListID, _ edits: [ListEdit]) async throws(ListError) -> NamedList {
    try await storage.write { tables in
      var list = try tables.list(id)
      for edit in edits { try tables.change(&list, edit) }
      return list
    }
  }

  /// Gives a list another name.
  public func rename(_ id: ListID, to name: ListName) async throws(ListError) {
    try await storage.write { try $0.rename(id, to: name) }
  }

  /// Takes a list away.
  public func delete(_ id: ListID) async throws(ListError) {
    try await storage.write { try $0.delete(id) }
  }

  /// How a list was left; nil when nothing is known of it, or it cannot be read.
  public func memory(of key: ListKey) async -> ListMemory? {
    try? await storage.read(ListMemory?.none) { try $0.memory(of: key) }
  }

  /// Which list was shown last.
  public func lastShown() async -> ListKey? {
    try? await storage.read(ListKey?.none) { try $0.lastShown() }
  }

  /// Keeps how a list is left, and that it was the one shown.
  public func remember(_ memory: ListMemory, of key: ListKey) async {
    _ = try? await storage.write { try $0.remember(memory, of: key) }
  }

  /// Closes the file: what ends at once afterwards leaves nothing beside it.
  public func close() async { await storage.close() }

  /// An element after each change that another program made, at most once a second.
  public func foreignChanges() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [storage, time] in
        var known = await storage.version()
        while !Task.isCancelled {
          do { try await time.sleep(for: Self.pollSpacing) } catch { return }
          let version = await storage.version()
          guard version != known else { continue }
          known = version
          continuation.yield()
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
