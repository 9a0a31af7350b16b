import CSQLite
import Foundation

/// A database file that is tape's: opened so that a crash or a loss of power leaves the old or the new state, and left
/// alone when it is damaged, another program's or a newer tape's.
final class DatabaseFile {
  /// What statements run on.
  let connection: SQLiteConnection
  /// Why nothing can be written; nil when it can.
  let whyReadOnly: String?

  private let path: String
  private let identity: Identity?

  private struct Identity: Hashable {
    let device: UInt
    let inode: UInt
  }

  /// The largest file whose whole structure is checked when it is opened, in bytes.
  private static let checkedSize = 32 << 20

  /// Opens the file at `path`, made with its folder when it is not there, and brings it to the schema's version.
  ///
  /// - Throws: ``DatabaseError``, ``SQLiteError`` or ``POSIXError``.
  init(
    path: String, schema: DatabaseSchema, isNetwork: (String) -> Bool = FileSystemKind.isNetwork
  ) throws {
    let content = try DatabaseHeader.read(path)
    var isLogged = false
    switch content {
    case .nothing: break
    case .other: throw DatabaseError.damaged("it is no database")
    case .database(let version, let applicationID, let logged):
      isLogged = logged
      // A migration that was not finished leaves zeros.
      if applicationID != schema.applicationID, applicationID != 0 || version != 0 {
        throw DatabaseError.foreign
      }
      if version > schema.version { throw DatabaseError.newer(found: version, known: schema.version) }
    }
    let folder = (path as NSString).deletingLastPathComponent
    if content == .nothing { try Self.makeFolder(folder) }
    var refusal: String?
    if content == .nothing {
      try Self.makeFile(path)
    } else if access(path, W_OK) != 0 || access(folder, W_OK) != 0 {
      refusal = String(cString: strerror(errno))
    }
    self.path = path
    whyReadOnly = refusal
    if refusal != nil {
      connection = try Self.openReadOnly(path, schema)
    } else {
      connection = try SQLiteConnection(path: path, access: .readWrite)
      try Self.prepare(connection, isLogged: isLogged, isNetwork: isNetwork(folder))
      if try connection.integer("PRAGMA user_version") == 0, content != .nothing {
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        if tables > 0 { throw DatabaseError.foreign }
      }
      try schema.migrate(connection)
    }
    try Self.check(connection, path)
    identity = Self.identity(of: path)
  }

  /// Whether the file at the path is another one by now, or gone.
  var isReplaced: Bool { Self.identity(of: path) != identity }

  /// How the file is written, in SQLite's word.
  var journalMode: String { (try? connection.text("PRAGMA journal_mode")) ?? "" }

  private static func makeFolder(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      let code = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
      throw DatabaseError.noFolder(folder, code.map { String(cString: strerror(Int32($0))) } ?? "\(error)")
    }
  }

  /// Makes an empty file that only its owner can read.
  private static func makeFile(_ path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    close(descriptor)
  }

  private static func prepare(_ connection: SQLiteConnection, isLogged: Bool, isNetwork: Bool) throws {
    // A log is left behind without the memory that programs share for it, which a network home does not have.
    if isNetwork, isLogged { try connection.execute("PRAGMA locking_mode = EXCLUSIVE") }
    do {
      _ = try connection.text("PRAGMA journal_mode = \(isNetwork ? "DELETE" : "WAL")")
    } catch let error as SQLiteError where error.primary == SQLITE_BUSY {
      // Another program has the file open in the other mode, which is as good.
    }
    if isNetwork, isLogged { try connection.execute("PRAGMA locking_mode = NORMAL") }
    // What was said to be kept is kept though the power goes; the safe mode also syncs the folder.
    try connection.execute("PRAGMA synchronous = \(isNetwork ? "EXTRA" : "FULL")")
    try connection.execute(
      "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
  }

  private static func openReadOnly(_ path: String, _ schema: DatabaseSchema) throws -> SQLiteConnection {
    func open(_ access: SQLiteConnection.Access) throws -> SQLiteConnection {
      let connection = try SQLiteConnection(path: path, access: access)
      let version = try connection.integer("PRAGMA user_version") ?? 0
      if version < schema.version { throw DatabaseError.older }
      return connection
    }
    do {
      return try open(.readOnly)
    } catch let error as SQLiteError
      where error.primary == SQLITE_CANTOPEN || error.primary == SQLITE_READONLY
    {
      // The memory that a log needs cannot be made here. Without a log beside it, the file is all there is.
      var status = stat()
      guard stat(path + "-wal", &status) != 0 || status.st_size == 0 else { throw error }
      return try open(.immutable)
    }
  }

  private static func check(_ connection: SQLiteConnection, _ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size <= checkedSize else { return }
    let verdict = try connection.text("PRAGMA quick_check(1)") ?? "ok"
    // Its first line only names the file that is meant.
    let reason = verdict.split(separator: "\n").last { !$0.hasPrefix("***") } ?? "it does not hold together"
    if verdict != "ok" { throw DatabaseError.damaged(String(reason)) }
  }

  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }
}
