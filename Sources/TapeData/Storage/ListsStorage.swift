import Foundation
import TapeDomain

/// The open file of the lists, and the thread that everything about it runs on.
final class ListsStorage: Sendable {
  private let path: String
  private let isNetwork: @Sendable (String) -> Bool
  private let queue = StorageQueue(label: "tape.lists")
  // Touched on the queue only, which runs one piece at a time.
  private nonisolated(unsafe) var file: DatabaseFile?
  private nonisolated(unsafe) var openings: Int64 = 0

  init(path: String, isNetwork: @escaping @Sendable (String) -> Bool) {
    self.path = path
    self.isNetwork = isNetwork
  }

  /// What `body` reads; `nothing` when there is no file yet.
  func read<Value: Sendable>(
    _ nothing: Value, _ body: @escaping @Sendable (ListsTables) throws -> Value
  ) async throws(ListError) -> Value {
    try await run { storage in
      if try storage.isMissing() { return nothing }
      return try body(ListsTables(connection: try storage.opened().connection))
    }
  }

  /// Makes all the changes of `body` or none.
  @discardableResult
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (ListsTables) throws -> Value
  ) async throws(ListError) -> Value {
    try await run { storage in
      let file = try storage.opened()
      if let reason = file.whyReadOnly { throw DatabaseError.readOnly(reason) }
      return try file.connection.transaction { try body(ListsTables(connection: file.connection)) }
    }
  }

  /// A number that is another one after each change that another program made; changes made here leave it.
  func version() async -> [Int64] {
    await queue.run { [self] in
      guard (try? isMissing()) != true, let file = try? opened() else { return [0, 0] }
      return [openings, (try? file.connection.integer("PRAGMA data_version")) ?? 0]
    }
  }

  /// Closes the file, so that no log is left beside it; it is opened again when it is needed.
  func close() async {
    await queue.run { [self] in file = nil }
  }

  /// How the file is written, in SQLite's word.
  func journalMode() async -> String {
    await queue.run { [self] in (try? opened().journalMode) ?? "" }
  }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (ListsStorage) throws -> Value
  ) async throws(ListError) -> Value {
    let result = await queue.run { [self] () -> Result<Value, ListError> in
      do {
        return .success(try body(self))
      } catch let error as ListError {
        return .failure(error)
      } catch {
        return .failure(
          ListError(.storage, DatabaseError.sentence(of: error, what: "The lists", path: path)))
      }
    }
    return try result.get()
  }

  /// Whether there is no file yet.
  ///
  /// An open file is not looked into: closing any descriptor of it would give up the locks that SQLite holds in this
  /// process, and another program would throw away the log that is still being written.
  private func isMissing() throws -> Bool {
    if let file, !file.isReplaced { return false }
    file = nil
    return try DatabaseHeader.read(path) == .nothing
  }

  private func opened() throws -> DatabaseFile {
    if let file, !file.isReplaced { return file }
    file = nil
    let opened = try DatabaseFile(path: path, schema: ListsSchema.current, isNetwork: isNetwork)
    file = opened
    openings += 1
    return opened
  }
}
