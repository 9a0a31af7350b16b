/// Cuts the bytes of reads into frames (RFC 6455 §5.2), however the reads fall.
///
/// A payload is handed on as it arrives, so that a bad frame can be refused before it is whole and nothing is
/// kept here but a few bytes of a header. An unmasked payload is a slice of the read; a masked one is copied.
struct FrameDecoder: Sendable {
  private let role: WebSocketRole
  private var partialHeader: [UInt8] = []
  private var current: FrameHeader?
  private var remaining: UInt64 = 0

  /// A decoder of what that side receives.
  init(role: WebSocketRole) {
    self.role = role
  }

  /// The next chunk at `position`, which moves behind it; nil when the read is used up.
  ///
  /// A header is a chunk of its own when nothing of its payload is here, so that its length can be judged.
  mutating func next(in bytes: [UInt8], at position: inout Int) throws(WebSocketError) -> FrameChunk? {
    if let header = current {
      guard position < bytes.count else { return nil }
      return chunk(of: header, isFirst: false, in: bytes, at: &position)
    }
    guard let header = try nextHeader(in: bytes, at: &position) else { return nil }
    remaining = header.length
    return chunk(of: header, isFirst: true, in: bytes, at: &position)
  }

  private mutating func nextHeader(
    in bytes: [UInt8], at position: inout Int
  ) throws(WebSocketError) -> FrameHeader? {
    if partialHeader.isEmpty,
      let header = try FrameHeader(in: bytes, at: position, receivedBy: role)
    {
      position += header.size
      return header
    }
    while position < bytes.count {
      partialHeader.append(bytes[position])
      position += 1
      if let header = try FrameHeader(in: partialHeader, at: 0, receivedBy: role) {
        partialHeader.removeAll(keepingCapacity: true)
        return header
      }
    }
    return nil
  }

  private mutating func chunk(
    of header: FrameHeader, isFirst: Bool, in bytes: [UInt8], at position: inout Int
  ) -> FrameChunk {
    let offset = header.length - remaining
    let size = Int(min(remaining, UInt64(bytes.count - position)))
    var payload = bytes[position..<position + size]
    if let mask = header.mask {
      var unmasked = Array(payload)
      mask.apply(to: &unmasked, from: 0, offset: offset)
      payload = unmasked[...]
    }
    position += size
    remaining -= UInt64(size)
    current = remaining == 0 ? nil : header
    return FrameChunk(header: header, payload: payload, isFirst: isFirst, isLast: remaining == 0)
  }
}
