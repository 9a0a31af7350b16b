import CZlib

/// A raw inflate stream of zlib.
///
/// `@unchecked Sendable`: it belongs to one machine, which is used by one thread at a time; to be dropped when
/// a machine can own what is not copyable.
final class ZlibInflater: MessageInflating, @unchecked Sendable {
  /// What the sender leaves out at the end of each message (RFC 7692 §7.2.2).
  private static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]
  /// How much is inflated in one step, on the stack.
  private static let step = 16 << 10

  /// On the heap, since zlib remembers its address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// A stream with a window of 2^`windowBits` bytes, 9 to 15; nil when there is no memory for it.
  init?(windowBits: Int) {
    stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe tape_zlib_inflate_init(stream, Int32(windowBits)) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func inflate(_ piece: ArraySlice<UInt8>, into output: inout [UInt8], limit: Int) -> Bool {
    run(piece, flush: Z_SYNC_FLUSH, into: &output, limit: limit)
  }

  func finish(into output: inout [UInt8], limit: Int) -> Bool {
    // Z_BLOCK, since only that tells whether the end of a block was reached: bit 7 of data_type.
    guard run(Self.tail[...], flush: Z_BLOCK, into: &output, limit: limit) else { return false }
    return unsafe output.count > limit || stream.pointee.data_type & 0x80 != 0
  }

  func reset() {
    unsafe inflateReset(stream)
  }

  /// Inflates until the input is used up and nothing is pending, or the limit is exceeded.
  private func run(
    _ input: ArraySlice<UInt8>, flush: Int32, into output: inout [UInt8], limit: Int
  ) -> Bool {
    input.withUnsafeBufferPointer { input in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.step) { room in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(input.count)
        while true {
          // One byte above the limit shows that there is more than allowed.
          let space = min(room.count - 1, limit - output.count) + 1
          guard space > 0 else { return true }
          unsafe stream.pointee.next_out = room.baseAddress
          unsafe stream.pointee.avail_out = UInt32(space)
          let status = unsafe CZlib.inflate(stream, flush)
          let left = unsafe Int(stream.pointee.avail_out)
          unsafe output.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<(space - left)]))
          switch status {
          case Z_OK: break
          // No progress was possible: all is taken.
          case Z_BUF_ERROR: return true
          case Z_STREAM_END: guard goOnAfterFinalBlock() else { return false }
          default: return false
          }
          if unsafe stream.pointee.avail_in == 0, left > 0 { return true }
        }
      }
    }
  }

  /// A sender may end a DEFLATE stream within a message and go on with the same window (RFC 7692 §7.2.3.4).
  private func goOnAfterFinalBlock() -> Bool {
    // Copying the window out and in would let a peer buy 100 KiB of copying with each two bytes.
    unsafe inflateResetKeep(stream) == Z_OK
  }
}
