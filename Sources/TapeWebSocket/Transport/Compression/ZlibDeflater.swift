import CZlib

/// A raw deflate stream of zlib.
///
/// `@unchecked Sendable`: it belongs to one machine, which is used by one thread at a time; to be dropped when
/// a machine can own what is not copyable.
final class ZlibDeflater: MessageDeflating, @unchecked Sendable {
  /// zlib's levels of effort, 1 to 9, and of memory, 1 to 9.
  private static let level: Int32 = 6
  private static let memoryLevel: Int32 = 8
  /// How much is compressed in one step, on the stack.
  private static let step = 16 << 10

  /// On the heap, since zlib remembers its address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// A stream with a window of 2^`windowBits` bytes, 9 to 15; nil when there is no memory for it.
  init?(windowBits: Int) {
    stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe tape_zlib_deflate_init(stream, Self.level, Int32(windowBits), Self.memoryLevel)
    guard status == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func deflate(_ message: [UInt8], into output: inout [UInt8]) -> Bool {
    let isDone = message.withUnsafeBufferPointer { input in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.step) { room in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(input.count)
        while true {
          unsafe stream.pointee.next_out = room.baseAddress
          unsafe stream.pointee.avail_out = UInt32(room.count)
          let status = unsafe CZlib.deflate(stream, Z_SYNC_FLUSH)
          let left = unsafe Int(stream.pointee.avail_out)
          unsafe output.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<(room.count - left)]))
          guard status == Z_OK || status == Z_BUF_ERROR else { return false }
          if left > 0 { return true }
        }
      }
    }
    guard isDone, output.suffix(4) == [0, 0, 0xFF, 0xFF] else { return false }
    output.removeLast(4)
    return true
  }

  func reset() {
    unsafe deflateReset(stream)
  }
}
