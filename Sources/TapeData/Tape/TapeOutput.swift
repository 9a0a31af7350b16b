import Foundation

/// The file of a tape that is written: lines go in, and are in the file when they were flushed.
final class TapeOutput {
  /// How many bytes the file has.
  private(set) var size = 0

  private let path: String
  private let descriptor: Int32
  private let gzip: GzipWriter?

  /// Makes a file that nobody but its owner may read; compressed when its name ends in `.gz`.
  ///
  /// - Throws: ``TapeError`` when it cannot be made, or is there already: a recording is never overwritten.
  init(path: String) throws(TapeError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw TapeError(
          sentence:
            "The file \"\(path)\" is there already, and a recording never overwrites one. Choose another name."
        )
      }
      throw TapeError(
        sentence:
          "Can't write the tape \"\(path)\": \(String(cString: strerror(errno))). Choose another file.")
    }
    gzip = Self.isCompressed(path) ? GzipWriter() : nil
  }

  deinit {
    close(descriptor)
  }

  /// Whether a tape of that name is compressed.
  static func isCompressed(_ path: String) -> Bool { path.hasSuffix(".gz") }

  /// Writes lines; whoever reads the file after it finds all of them, unless more of them follow at once.
  ///
  /// - Throws: ``TapeError`` with the system's reason.
  func write(_ lines: [UInt8], moreFollow: Bool = false) throws(TapeError) {
    if lines.isEmpty { return }
    try writeAll(gzip?.compress(lines, moreFollow ? .none : .sync) ?? lines)
  }

  /// Ends the file.
  ///
  /// - Throws: ``TapeError`` with the system's reason.
  func finish() throws(TapeError) {
    if let gzip { try writeAll(gzip.compress([], .finish)) }
  }

  private func writeAll(_ bytes: [UInt8]) throws(TapeError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 {
        throw TapeError(
          sentence: "The recording \"\(path)\" can't go on: \(String(cString: strerror(errno))). Prices do.")
      }
      size += count
      rest = rest.dropFirst(count)
    }
  }
}
