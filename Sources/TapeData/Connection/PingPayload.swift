/// The number of a ping as the bytes that its pong brings back, big endian.
enum PingPayload {
  /// The eight bytes of `id`.
  static func bytes(of id: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: id >> (56 - 8 * $0)) }
  }

  /// The number in `bytes`; nil when they are not ours.
  static func id(from bytes: ArraySlice<UInt8>) -> UInt64? {
    bytes.count == 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
  }
}
