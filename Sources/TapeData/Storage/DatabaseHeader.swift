import Foundation

/// The first bytes of a database file, read without opening it as one, so that nothing in it changes.
struct DatabaseHeader: Hashable {
  /// What the file is.
  enum Content: Hashable {
    /// There is no file, or an empty one.
    case nothing
    /// It is a database; `isLogged` says whether it is written by way of a log beside it (WAL).
    case database(version: Int64, applicationID: Int32, isLogged: Bool)
    /// It is something else.
    case other
  }

  /// Reads the file at `path`.
  ///
  /// - Throws: ``POSIXError`` when it is there and cannot be read.
  static func read(_ path: String) throws -> Content {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 {
      if errno == ENOENT { return .nothing }
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .other }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    if count < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    if count == 0 { return .nothing }
    guard count == bytes.count, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return .other }
    func number(at offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    return .database(
      version: Int64(number(at: 60)), applicationID: Int32(bitPattern: number(at: 68)),
      isLogged: bytes[19] == 2)
  }
}
