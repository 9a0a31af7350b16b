import CZlib

/// Takes compressed bytes and gives back what was compressed: gzip streams one after the other (RFC 1952).
///
/// `@unchecked Sendable`: it belongs to one reader, which is used by one thread at a time; to be dropped when
/// a reader can own what is not copyable.
final class GzipReader: @unchecked Sendable {
  /// How a step ended.
  enum Outcome {
    /// All bytes were taken.
    case fine
    /// The bytes are damaged from here on.
    case damaged
  }

  private static let step = 64 << 10

  /// Whether the last stream has come to its end, so that nothing is missing.
  private(set) var isWhole = false
  /// On the heap, since zlib remembers its address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// A stream that begins; nil when there is no memory for it.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard tape_zlib_gzip_read_init(stream) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  private init(copying original: UnsafeMutablePointer<z_stream>, isWhole: Bool) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    inflateCopy(stream, original)
    self.isWhole = isWhole
  }

  /// Another reader that stands where this one does.
  func copy() -> GzipReader { GzipReader(copying: stream, isWhole: isWhole) }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Appends what these bytes say to `output`.
  func decompress(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) -> Outcome {
    bytes.withUnsafeBufferPointer { input in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.step) { room in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        while true {
          if isWhole {
            if stream.pointee.avail_in == 0 { return .fine }
            isWhole = false
            inflateReset(stream)
          }
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = UInt32(room.count)
          let status = inflate(stream, Z_NO_FLUSH)
          let left = Int(stream.pointee.avail_out)
          output.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<(room.count - left)]))
          switch status {
          case Z_STREAM_END: isWhole = true
          case Z_OK: if stream.pointee.avail_in == 0, left > 0 { return .fine }
          case Z_BUF_ERROR: return .fine
          default: return .damaged
          }
        }
      }
    }
  }
}
