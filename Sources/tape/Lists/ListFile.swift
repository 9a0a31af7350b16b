import Foundation
import TapeData

/// The file that `tape list import` reads.
enum ListFile {
  /// Its bytes; `-` is standard input.
  ///
  /// - Throws: ``StartError`` when it cannot be read, is no file or is too large.
  static func bytes(of file: String) throws(StartError) -> [UInt8] {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(file) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = chunk.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw unreadable(file) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= ListFileReader.maximumSize else {
        throw StartError(
          sentence: "\"\(file)\" is larger than \(ListFileReader.maximumSize >> 20) MiB: no list is.")
      }
    }
  }

  /// What a list is called whose file does not say it: as the file, without its ending.
  static func listName(of file: String) -> String {
    if file == "-" { return "Imported" }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let parts = name.split(separator: ".", omittingEmptySubsequences: true)
    return parts.count > 1 ? parts.dropLast().joined(separator: ".") : String(parts.first ?? "Imported")
  }

  private static func unreadable(_ file: String) -> StartError {
    StartError(sentence: "Can't read \"\(file)\": \(String(cString: strerror(errno))).")
  }
}
