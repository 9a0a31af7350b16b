import CSQLite
import Foundation

/// Why a database file cannot be used, apart from what SQLite and the system say.
enum DatabaseError: Error, Hashable {
  /// It is damaged or no database; the reason in SQLite's words.
  case damaged(String)
  /// It is another program's.
  case foreign
  /// A newer tape wrote it.
  case newer(found: Int64, known: Int64)
  /// An older tape wrote it, and it cannot be written to bring it up to date.
  case older
  /// Its folder cannot be made.
  case noFolder(String, String)
  /// It can be read and not written, for that reason.
  case readOnly(String)

  /// The sentence for any error of a database: what happened to `what`, kept at `path`, and what to do next.
  static func sentence(of error: any Error, what: String, path: String) -> String {
    let place = "\(what) in \"\(path)\""
    switch error {
    case let error as DatabaseError: return error.sentence(place, path)
    case let error as SQLiteError: return sentence(of: error, place, path)
    case let error as POSIXError:
      return
        "\(place) cannot be opened: \(String(cString: strerror(error.code.rawValue))). Check who may read it."
    default: return "\(place) cannot be used: \(error)."
    }
  }

  private func sentence(_ place: String, _ path: String) -> String {
    switch self {
    case .damaged(let reason): Self.damage(place, reason)
    case .foreign:
      "The file \"\(path)\" is another program's database. It was left as it is; move it away, and tape makes its own."
    case .newer(let found, let known):
      "\(place) were written by a newer tape (version \(found) of the file; this tape knows \(known)). "
        + "Update tape; the file was left as it is."
    case .older:
      "\(place) were written by an older tape and cannot be brought up to date: the file is read-only. "
        + "Make it writable once."
    case .noFolder(let folder, let reason):
      "\(place) cannot be kept: the folder \"\(folder)\" cannot be made (\(reason)). "
        + "Make it, or set XDG_DATA_HOME to a folder that you can write."
    case .readOnly(let reason):
      "\(place) can be read but not changed: \(reason). Make the file and its folder writable."
    }
  }

  private static func sentence(of error: SQLiteError, _ place: String, _ path: String) -> String {
    switch error.primary {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: damage(place, error.message)
    case SQLITE_FULL:
      "\(place) could not be changed: the disk is full. Nothing was lost; free some space and do it again."
    case SQLITE_BUSY, SQLITE_LOCKED:
      "\(place) are being changed by another program that has not finished in 5 s. Do it again."
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN:
      "\(place) cannot be opened or changed: \(error.message). Make the file and its folder writable."
    case SQLITE_IOERR:
      "\(place) could not be read or written: \(error.description). Nothing was lost; look at the disk."
    default: "\(place) cannot be used: \(error.description)."
    }
  }

  private static func damage(_ place: String, _ reason: String) -> String {
    "\(place) cannot be read: the file is damaged (\(reason)). It was left as it is. "
      + "Bring back a copy, or move it away."
  }
}
