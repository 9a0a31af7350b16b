import CSQLite
import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct DatabaseFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// What an older tape wrote: version 1 as it was released, with two lists.
  private static let version1 = """
    CREATE TABLE list (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, position INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE entry (
      list INTEGER NOT NULL REFERENCES list(id) ON DELETE CASCADE, symbol TEXT NOT NULL, name TEXT NOT NULL,
      position INTEGER NOT NULL, PRIMARY KEY (list, symbol)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE memory (
      key TEXT PRIMARY KEY, selected TEXT, sorting TEXT, reversed INTEGER NOT NULL, shown INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO list VALUES (3, 'Core', 'core', 2097152), (4, 'Älter', 'älter', 1048576);
    INSERT INTO entry VALUES (3, 'BNK', 'Bank', 2097152), (3, 'ACME', 'Acme', 1048576);
    INSERT INTO memory VALUES ('list:3', 'BNK', 'last', 1, 1);
    PRAGMA application_id = 0x74617065;
    PRAGMA user_version = 1;
    """

  private func write(_ sql: String, to name: String = "tape.db") throws {
    try SQLiteConnection(path: folder.file(name), access: .readWrite).execute(sql)
  }

  private func lists(_ name: String = "tape.db") -> SQLiteListsRepository {
    SQLiteListsRepository(path: folder.file(name), time: ManualClock().source, isNetwork: { _ in false })
  }

  private func sentence(_ name: String = "tape.db") async -> String? {
    do {
      _ = try await lists(name).directory()
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test("A file of version 1 is brought to the newest version with everything in it")
  func migration() async throws {
    try write(Self.version1)
    let lists = lists()
    #expect(
      try await lists.directory().headers.map { "\($0.id.number) \($0.name) \($0.count)" } == [
        "4 Älter 0", "3 Core 2",
      ])
    #expect(try await lists.list(ListID(3)).instruments.map(\.symbol.text) == ["ACME", "BNK"])
    #expect(await lists.lastShown() == .own(ListID(3)))
    let connection = try SQLiteConnection(path: folder.file("tape.db"), access: .readOnly)
    #expect(try connection.integer("PRAGMA user_version") == ListsSchema.current.version)
    #expect(try connection.integer("SELECT count(*) FROM outbox") == 0)
  }

  @Test("A file of each older version has the same tables afterwards as a new one")
  func sameTables() async throws {
    try write(Self.version1)
    _ = try await lists().directory()
    try await lists("new.db").create([NewList(name: try ListName("x"))], replacing: false)
    func tables(_ name: String) throws -> [String] {
      var found: [String] = []
      try SQLiteConnection(path: folder.file(name), access: .readOnly).run(
        "SELECT t.name || '.' || c.name || ' ' || c.type || c.pk FROM sqlite_schema t, pragma_table_info(t.name) c ORDER BY 1"
      ) { found.append($0.text(0) ?? "") }
      return found
    }
    #expect(try tables("tape.db") == tables("new.db"))
    #expect(try tables("new.db").count > 10)
  }

  @Test("A migration that fails leaves the file as it was")
  func failedMigration() throws {
    try write(Self.version1)
    let schema = DatabaseSchema(
      applicationID: ListsSchema.applicationID,
      migrations: ["", "CREATE TABLE half (x); DELETE FROM list; SELECT nonsense;"])
    #expect(throws: SQLiteError.self) {
      try DatabaseFile(path: folder.file("tape.db"), schema: schema, isNetwork: { _ in false })
    }
    let connection = try SQLiteConnection(path: folder.file("tape.db"), access: .readOnly)
    #expect(try connection.integer("SELECT count(*) FROM list") == 2)
    #expect(try connection.integer("PRAGMA user_version") == 1)
  }

  @Test("A file that is not tape's, or not for this tape, is left as it is and said why")
  func leftAlone() async throws {
    try write(Self.version1 + "PRAGMA user_version = 99", to: "newer.db")
    try write("CREATE TABLE theirs (x); PRAGMA application_id = 77", to: "foreign.db")
    try write("CREATE TABLE theirs (x)", to: "unmarked.db")
    _ = FileManager.default.createFile(atPath: folder.file("text.db"), contents: Data("my notes\n".utf8))
    try write(Self.version1, to: "damaged.db")
    var bytes = folder.bytes("damaged.db")
    for index in 4100..<min(bytes.count, 12000) { bytes[index] = 0xA5 }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("damaged.db")))
    let cases = [
      ("newer.db", "newer tape (version 99 of the file; this tape knows"),
      ("foreign.db", "another program's database"),
      ("unmarked.db", "another program's database"), ("text.db", "damaged (it is no database)"),
      ("damaged.db", "the file is damaged"),
    ]
    for (name, words) in cases {
      let before = folder.bytes(name)
      let sentence = try #require(await sentence(name), "\(name) was read")
      #expect(sentence.contains(words), "\(sentence)")
      #expect(sentence.contains(folder.file(name)))
      await #expect(throws: ListError.self) {
        try await lists(name).create([NewList(name: try ListName("x"))], replacing: false)
      }
      if name != "unmarked.db", name != "damaged.db" {
        #expect(folder.bytes(name) == before, "\(name) was changed")
      }
    }
  }

  @Test("A full disk says so, and what was kept before is there")
  func full() async throws {
    let lists = lists()
    let id = try await lists.create([NewList(name: try ListName("Core"))], replacing: false)[0].id
    try await lists.storage.write { try $0.connection.execute("PRAGMA max_page_count = 12") }
    let many = (0..<2000).map { Instrument(symbol: Fixtures.symbol("S\($0)"), name: "Stock \($0)") }
    let error = await #expect(throws: ListError.self) { try await lists.change(id, [.replace(many)]) }
    #expect(error?.sentence.contains("the disk is full. Nothing was lost") == true)
    #expect(try await lists.list(id).instruments.isEmpty)
    try await lists.change(id, [.add(many[0])])
    #expect(try await lists.list(id).instruments.count == 1)
  }

  @Test("A folder that cannot be made is named")
  func noFolder() async throws {
    _ = FileManager.default.createFile(atPath: folder.file("file"), contents: Data())
    let error = await #expect(throws: ListError.self) {
      try await lists("file/tape.db").create([NewList(name: try ListName("x"))], replacing: false)
    }
    #expect(error?.sentence.contains("\(folder.file("file"))") == true)
  }

  @Test("Names with characters that mean something in a URI are paths like others")
  func names() async throws {
    try await lists("a?b#c%20 d.db").create([NewList(name: try ListName("x"))], replacing: false)
    #expect(FileManager.default.fileExists(atPath: folder.file("a?b#c%20 d.db")))
  }

  @Test("A move finds a number between its neighbours until there is none")
  func sparse() {
    #expect(SparseOrder.number(between: nil, and: nil) == SparseOrder.step)
    #expect(SparseOrder.number(between: 4, and: 8) == 6)
    #expect(SparseOrder.number(between: 4, and: 6) == 5)
    #expect(SparseOrder.number(between: 4, and: 5) == nil)
    #expect(SparseOrder.number(between: .max - 5, and: nil) == nil)
    #expect(SparseOrder.number(between: nil, and: .min + 5) == nil)
    #expect(SparseOrder.number(between: .min, and: .max) == nil)
  }
}
