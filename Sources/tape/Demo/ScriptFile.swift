import Foundation

/// Reads a file of any kind to its end: a pipe of the shell as well as one on a disk.
enum ScriptFile {
  /// Why a file cannot be used.
  struct Problem: Error {
    let reason: String
  }

  /// The largest script, in bytes; something that never ends is none.
  static let maximumSize = 1 << 20

  /// The whole content.
  static func bytes(of path: String) throws(Problem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw failure()
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > maximumSize { throw Problem(reason: "it is longer than 1 MiB") }
    }
  }

  private static func failure() -> Problem {
    Problem(reason: "it cannot be read (\(String(cString: strerror(errno))))")
  }
}
