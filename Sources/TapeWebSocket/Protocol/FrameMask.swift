/// The key of one masked frame (RFC 6455 §5.3); applying it twice gives the bytes back.
package struct FrameMask: Equatable, Sendable {
  /// The four bytes of the key, the first one in the lowest eight bits.
  let key: UInt32

  /// A mask of that key.
  package init(key: UInt32) {
    self.key = key
  }

  /// The four bytes at `start`.
  init(in bytes: [UInt8], at start: Int) {
    key = bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The key as it stands in a frame.
  var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: key >> ($0 * 8)) } }

  /// Masks or unmasks everything from `start` on.
  ///
  /// - Parameters:
  ///   - bytes: The buffer; what lies before `start` is left alone.
  ///   - start: Where the payload, or the part of it that is here, begins.
  ///   - offset: How many bytes of the payload came before that part.
  package func apply(to bytes: inout [UInt8], from start: Int, offset: UInt64 = 0) {
    let turn = UInt32(truncatingIfNeeded: offset % 4) * 8
    let key = (key >> turn) | (key << (32 - turn))
    let pattern = UInt64(key) << 32 | UInt64(key)
    var span = bytes.mutableSpan
    var raw = span.mutableBytes
    var index = start
    while raw.byteCount - index >= 8 {
      // The load may be unaligned; its bounds are checked, and any eight bytes are a valid UInt64.
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      raw.storeBytes(of: word ^ pattern.littleEndian, toByteOffset: index, as: UInt64.self)
      index += 8
    }
    var rest = pattern
    while index < raw.byteCount {
      let byte = unsafe raw.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      raw.storeBytes(of: byte ^ UInt8(truncatingIfNeeded: rest), toByteOffset: index, as: UInt8.self)
      rest >>= 8
      index += 1
    }
  }
}
