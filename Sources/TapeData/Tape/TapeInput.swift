import Foundation

/// The bytes of a tape's file, decompressed, a piece at a time: a file of any size needs the same memory.
final class TapeInput {
  /// How a piece was read.
  enum Outcome: Equatable {
    /// Something was appended, or may be by the next piece.
    case more
    /// The file ends there.
    case end
    /// Compressed bytes end before their stream does, or are damaged.
    case cut
  }

  /// A place to come back to.
  struct Mark {
    fileprivate let position: Int
    fileprivate let gzip: GzipReader?
  }

  private static let step = 256 << 10
  /// The same of a compressed file, which becomes a multiple of it.
  private static let compressedStep = 16 << 10

  /// How many bytes the file has.
  let size: Int
  /// How many of them were read.
  private(set) var position = 0

  private let path: String
  private let descriptor: Int32
  private var gzip: GzipReader?
  private var buffer: [UInt8]

  /// Opens the file.
  ///
  /// - Throws: ``TapeError`` when it cannot be read.
  init(path: String) throws(TapeError) {
    self.path = path
    // A pipe that nobody writes to must not be waited for.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw TapeError(sentence: "\"\(path)\" is no file. Give the file of a recording.")
    }
    size = Int(facts.st_size)
    var magic = [UInt8](repeating: 0, count: 2)
    let isCompressed = pread(descriptor, &magic, 2, 0) == 2 && magic == [0x1F, 0x8B]
    gzip = isCompressed ? GzipReader() : nil
    buffer = [UInt8](repeating: 0, count: isCompressed ? Self.compressedStep : Self.step)
  }

  deinit {
    close(descriptor)
  }

  /// The place between the piece that was read last and the next.
  var mark: Mark { Mark(position: position, gzip: gzip?.copy()) }

  /// Reads on from an earlier place.
  func goBack(to mark: Mark) {
    lseek(descriptor, off_t(mark.position), SEEK_SET)
    position = mark.position
    // The mark stays what it is.
    gzip = mark.gzip?.copy()
  }

  /// Appends the next piece.
  ///
  /// - Throws: ``TapeError`` when the file cannot be read on.
  func read(into bytes: inout [UInt8]) throws(TapeError) -> Outcome {
    var count = Foundation.read(descriptor, &buffer, buffer.count)
    while count < 0, errno == EINTR { count = Foundation.read(descriptor, &buffer, buffer.count) }
    if count < 0 { throw Self.unreadable(path, errno) }
    position += count
    guard count > 0 else {
      if let gzip, !gzip.isWhole { return .cut }
      return .end
    }
    guard let gzip else {
      bytes.append(contentsOf: buffer[..<count])
      return .more
    }
    return gzip.decompress(buffer[..<count], into: &bytes) == .damaged ? .cut : .more
  }

  private static func unreadable(_ path: String, _ error: Int32) -> TapeError {
    TapeError(
      sentence: "Can't read the tape \"\(path)\": \(String(cString: strerror(error))). Give another file.")
  }
}
