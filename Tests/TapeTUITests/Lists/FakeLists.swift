import Synchronization
import TapeDomain

/// Lists in memory, which can be told to fail.
final class FakeLists: ListsRepository {
  private struct State {
    var lists: [NamedList] = []
    var memories: [ListKey: ListMemory] = [:]
    var last: ListKey?
    var failure: ListError?
    var nextID: Int64 = 1
    var batches: [[ListEdit]] = []
  }

  private let state = Mutex(State())
  private let changes = AsyncStream.makeStream(of: Void.self)

  init(_ lists: (name: String, instruments: [Instrument])...) throws {
    for list in lists {
      let name = try ListName(list.name)
      state.withLock { state in
        state.lists.append(NamedList(id: ListID(state.nextID), name: name, instruments: list.instruments))
        state.nextID += 1
      }
    }
  }

  /// The changes that were asked for, a call each.
  var batches: [[ListEdit]] { state.withLock { $0.batches } }
  /// Every list as it is kept.
  var lists: [NamedList] { state.withLock { $0.lists } }

  /// Lets everything that writes fail from now on.
  func fail(with error: ListError?) { state.withLock { $0.failure = error } }

  /// As if another program had changed something.
  func changeElsewhere(_ body: @Sendable (inout [NamedList]) -> Void) {
    state.withLock { body(&$0.lists) }
    changes.continuation.yield()
  }

  func directory() async throws(ListError) -> ListDirectory {
    ListDirectory(headers: state.withLock { $0.lists.map(\.header) })
  }

  func list(_ id: ListID) async throws(ListError) -> NamedList {
    if let list = state.withLock({ $0.lists.first { $0.id == id } }) { return list }
    throw ListError(.notFound, "The list is not there any more.")
  }

  @discardableResult
  func create(_ lists: [NewList], replacing: Bool) async throws(ListError) -> [ListHeader] {
    try check()
    for new in lists { try await directory().checkIsFree(new.name) }
    return state.withLock { state in
      lists.map { new in
        let list = NamedList(id: ListID(state.nextID), name: new.name, instruments: new.instruments)
        state.nextID += 1
        state.lists.append(list)
        return list.header
      }
    }
  }

  @discardableResult
  func change(_ id: ListID, _ edits: [ListEdit]) async throws(ListError) -> NamedList {
    try check()
    var list = try await self.list(id)
    for edit in edits { try list.apply(edit) }
    let changed = list
    state.withLock { state in
      state.batches.append(edits)
      if let index = state.lists.firstIndex(where: { $0.id == id }) { state.lists[index] = changed }
    }
    return list
  }

  func rename(_ id: ListID, to name: ListName) async throws(ListError) {
    try check()
    try await directory().checkIsFree(name, for: id)
    state.withLock { state in
      if let index = state.lists.firstIndex(where: { $0.id == id }) { state.lists[index].name = name }
    }
  }

  func delete(_ id: ListID) async throws(ListError) {
    try check()
    state.withLock { $0.lists.removeAll { $0.id == id } }
  }

  func memory(of key: ListKey) async -> ListMemory? { state.withLock { $0.memories[key] } }
  func lastShown() async -> ListKey? { state.withLock { $0.last } }

  func remember(_ memory: ListMemory, of key: ListKey) async {
    state.withLock { state in
      state.memories[key] = memory
      state.last = key
    }
  }

  func foreignChanges() -> AsyncStream<Void> { changes.stream }

  private func check() throws(ListError) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}

/// A search that counts what it was asked.
final class FakeSearch: InstrumentFinder {
  private let asked = Mutex<[String]>([])
  private let answer: @Sendable (String) -> [Instrument]

  init(_ answer: @escaping @Sendable (String) -> [Instrument]) {
    self.answer = answer
  }

  var texts: [String] { asked.withLock { $0 } }

  func instruments(matching text: String) async throws -> [Instrument] {
    asked.withLock { $0.append(text) }
    return answer(text)
  }
}
