import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct SQLiteListsRepositoryTests {
  private let folder: TemporaryFolder
  private let clock = ManualClock()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ name: String = "tape.db", isNetwork: Bool = false) -> SQLiteListsRepository {
    SQLiteListsRepository(path: folder.file(name), time: clock.source, isNetwork: { _ in isNetwork })
  }

  private func instruments(_ symbols: String...) -> [Instrument] {
    symbols.map { Instrument(symbol: Fixtures.symbol($0), name: "Name of \($0)") }
  }

  private func make(_ name: String, _ symbols: String..., in lists: SQLiteListsRepository) async throws
    -> ListID
  {
    let new = NewList(
      name: try ListName(name), instruments: symbols.map { Instrument(symbol: Fixtures.symbol($0), name: "") }
    )
    return try #require(try await lists.create([new], replacing: false).first).id
  }

  @Test("Looking makes no file, and finds nothing")
  func looking() async throws {
    let lists = open("not/there/tape.db")
    #expect(try await lists.directory().headers.isEmpty)
    #expect(await lists.lastShown() == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.file("not")))
  }

  @Test("Everything is there for the next program, in the user's order", arguments: [false, true])
  func kept(isNetwork: Bool) async throws {
    let lists = open("new/folder/tape.db", isNetwork: isNetwork)
    let core = try await make("Core", "A", "B", "C", "D", in: lists)
    let empty = try await make("Émpty", in: lists)
    try await lists.change(core, [.move(Fixtures.symbol("D"), to: 0), .remove(Fixtures.symbol("B"))])
    try await lists.change(core, [.add(instruments("X")[0], at: 1)])
    try await lists.rename(empty, to: try ListName("Later"))
    #expect(await lists.storage.journalMode() == (isNetwork ? "delete" : "wal"))

    let others = open("new/folder/tape.db", isNetwork: isNetwork)
    #expect(try await others.directory().headers.map { "\($0.name) \($0.count)" } == ["Core 4", "Later 0"])
    let list = try await others.list(core)
    #expect(list.instruments.map(\.symbol.text) == ["D", "X", "A", "C"])
    #expect(list.instruments[1].name == "Name of X")
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("new/folder/tape.db"))[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("A file that was written with a log goes on without one on a network home, and back")
  func journalModes() async throws {
    let id = try await make("Core", "A", in: open())
    for isNetwork in [true, false, true] {
      let lists = open(isNetwork: isNetwork)
      #expect(try await lists.list(id).instruments.count == 1)
      #expect(await lists.storage.journalMode() == (isNetwork ? "delete" : "wal"))
    }
  }

  @Test("A refused change leaves everything as it was, also when others of the same call were fine")
  func refused() async throws {
    let lists = open()
    let id = try await make("Core", "A", "B", in: lists)
    await #expect(throws: ListError.self) {
      try await lists.change(id, [.remove(Fixtures.symbol("A")), .add(instruments("B")[0])])
    }
    #expect(try await lists.list(id).instruments.map(\.symbol.text) == ["A", "B"])
    let twice = try ["New", "core"].map { NewList(name: try ListName($0)) }
    let error = await #expect(throws: ListError.self) { try await lists.create(twice, replacing: false) }
    #expect(error?.sentence.contains("There is a list \"Core\" already") == true)
    #expect(try await lists.directory().headers.count == 1)
    #expect(
      try await lists.create(
        [NewList(name: try ListName("CORE"), instruments: instruments("Z"))], replacing: true
      ).map(\.id) == [id])
    #expect(try await lists.list(id).instruments.map(\.symbol.text) == ["Z"])
  }

  @Test("A list that is deleted is gone with what is known of it; its number is not used again")
  func deleted() async throws {
    let lists = open()
    let first = try await make("Core", "A", in: lists)
    await lists.remember(ListMemory(selected: Fixtures.symbol("A")), of: .own(first))
    try await lists.delete(first)
    #expect(await lists.memory(of: .own(first)) == nil)
    #expect(try await make("Core", in: lists) != first)
    for attempt in [
      { try await lists.delete(first) }, { try await lists.rename(first, to: try ListName("x")) },
    ] {
      let error = await #expect(throws: ListError.self) { try await attempt() }
      #expect(error?.kind == .notFound)
    }
  }

  @Test("How each list was left is kept, and which one was shown last")
  func memory() async throws {
    let lists = open()
    let core = ListKey.own(try await make("Core", "A", in: lists))
    let server = ListKey.source("quotes.example")
    let left = ListMemory(selected: Fixtures.symbol("A"), order: "percent", isReversed: true)
    await lists.remember(left, of: core)
    await lists.remember(ListMemory(), of: server)
    #expect(await open().memory(of: core) == left)
    #expect(await open().lastShown() == server)
    await lists.remember(left, of: core)
    #expect(await open().lastShown() == core)
  }

  @Test("A list of 5,000 rows is edited one row at a time, and a hundred lists are listed")
  func large() async throws {
    let lists = open()
    let many = (0..<5000).map { Instrument(symbol: Fixtures.symbol("S\($0)"), name: "Stock \($0)") }
    let new = try (0..<100).map { NewList(name: try ListName("L\($0)"), instruments: $0 == 50 ? many : []) }
    let id = try await lists.create(new, replacing: false)[50].id
    #expect(try await lists.directory().headers.map(\.count).reduce(0, +) == 5000)
    // The same gap is halved again and again, until the numbers have to be given anew.
    var expected = NamedList(id: id, name: try ListName("L50"), instruments: many)
    for round in 0..<60 {
      let edit = ListEdit.move(Fixtures.symbol("S\(4999 - round)"), to: 1)
      try expected.apply(edit)
      #expect(try await lists.change(id, [edit]) == expected)
    }
    #expect(try await open().list(id) == expected)
  }

  @Test("What another program changed is noticed within a poll; what was changed here is no news")
  func foreignChanges() async throws {
    let lists = open()
    let id = try await make("Core", "A", in: lists)
    let changes = lists.foreignChanges()
    var iterator = changes.makeAsyncIterator()
    await clock.sleepers()
    try await lists.change(id, [.add(instruments("B")[0])])
    clock.advance(by: .seconds(1))
    await clock.sleepers()
    let other = open()
    try await other.change(id, [.add(instruments("C")[0])])
    clock.advance(by: .seconds(1))
    #expect(await iterator.next() != nil)
    await clock.sleepers()
    #expect(try await lists.list(id).instruments.map(\.symbol.text) == ["A", "B", "C"])
  }

  @Test("A file that takes the place of the one in use is the one in use from then on")
  func replaced() async throws {
    let lists = open()
    _ = try await make("Old", in: lists)
    _ = try await make("New", in: open("other.db"))
    for ending in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.file("tape.db" + ending))
    }
    try FileManager.default.removeItem(atPath: folder.file("tape.db"))
    try FileManager.default.moveItem(atPath: folder.file("other.db"), toPath: folder.file("tape.db"))
    #expect(try await lists.directory().headers.map(\.name.text) == ["New"])
  }

  @Test("Two programs that write at the same time lose nothing")
  func concurrentWriters() async throws {
    let id = try await make("Core", in: open())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        let lists = open()
        group.addTask {
          for number in 0..<25 {
            let symbol = Fixtures.symbol("W\(writer)N\(number)")
            try await lists.change(id, [.add(Instrument(symbol: symbol, name: ""))])
          }
        }
      }
      try await group.waitForAll()
    }
    let symbols = try await open().list(id).instruments.map(\.symbol.text)
    #expect(Set(symbols).count == 100)
    for writer in 0..<4 {
      // Each writer's own order is kept.
      #expect(symbols.filter { $0.hasPrefix("W\(writer)N") } == (0..<25).map { "W\(writer)N\($0)" })
    }
  }
}
