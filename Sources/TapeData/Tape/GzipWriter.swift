import CZlib

/// Compresses what is written to it into one gzip stream (RFC 1952).
///
/// `@unchecked Sendable`: it belongs to one writer, which is used by one thread at a time; to be dropped when
/// a writer can own what is not copyable.
final class GzipWriter: @unchecked Sendable {
  /// How far what was written so far can be read by somebody who has the bytes.
  enum Flush {
    /// No further than suits the compressing: more follows.
    case none
    /// All of it.
    case sync
    /// All of it, and nothing follows.
    case finish
  }

  /// zlib's effort, the least: a recording must not slow down what it records.
  private static let level: Int32 = 1
  private static let step = 64 << 10

  /// On the heap, since zlib remembers its address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// A stream that begins; nil when there is no memory for it.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard tape_zlib_gzip_write_init(stream, Self.level) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// The compressed bytes of these, as far as they have to be out.
  func compress(_ bytes: [UInt8], _ flush: Flush) -> [UInt8] {
    var output: [UInt8] = []
    bytes.withUnsafeBufferPointer { input in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.step) { room in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        var left = 0
        repeat {
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = UInt32(room.count)
          deflate(stream, flush.code)
          left = Int(stream.pointee.avail_out)
          output.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<(room.count - left)]))
        } while left == 0
      }
    }
    return output
  }
}

extension GzipWriter.Flush {
  fileprivate var code: Int32 {
    switch self {
    case .none: Z_NO_FLUSH
    case .sync: Z_SYNC_FLUSH
    case .finish: Z_FINISH
    }
  }
}
