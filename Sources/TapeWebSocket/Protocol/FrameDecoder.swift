/// Cuts the bytes of reads into frames (RFC 6455 §5.2), however the reads fall.
///
/// A payload is handed on as it arrives, so that a bad frame can be refused before it is whole, and nothing
/// is kept here but a few bytes of a header.
struct FrameDecoder: Sendable {
  private let role: WebSocketRole
  /// Whether compressed messages were agreed on.
  var allowsCompression = false
  private var partialHeader: [UInt8] = []
  /// The frame in progress, and how much of its payload came.
  private var current: (header: FrameHeader, received: UInt64)?

  /// A decoder of what that side receives.
  init(role: WebSocketRole) {
    self.role = role
  }

  /// Whether the next byte begins a frame.
  var isBetweenFrames: Bool { current == nil && partialHeader.isEmpty }

  /// The next chunk at `position`, which moves behind it; nil when the read is used up.
  ///
  /// A header is a chunk of its own when nothing of its payload is here, so that its length can be judged.
  mutating func next(in bytes: [UInt8], at position: inout Int) throws(WebSocketError) -> FrameChunk? {
    if let (header, received) = current {
      guard position < bytes.count else { return nil }
      return chunk(of: header, from: received, isFirst: false, in: bytes, at: &position)
    }
    guard let header = try nextHeader(in: bytes, at: &position) else { return nil }
    return chunk(of: header, from: 0, isFirst: true, in: bytes, at: &position)
  }

  private mutating func nextHeader(
    in bytes: [UInt8], at position: inout Int
  ) throws(WebSocketError) -> FrameHeader? {
    if partialHeader.isEmpty, let header = try header(in: bytes, at: position) {
      position += header.size
      return header
    }
    while position < bytes.count {
      partialHeader.append(bytes[position])
      position += 1
      if let header = try header(in: partialHeader, at: 0) {
        partialHeader.removeAll(keepingCapacity: true)
        return header
      }
    }
    return nil
  }

  @inline(__always)  // as FrameHeader's initializer
  private func header(in bytes: [UInt8], at start: Int) throws(WebSocketError) -> FrameHeader? {
    try FrameHeader(in: bytes, at: start, receivedBy: role, allowsCompression: allowsCompression)
  }

  private mutating func chunk(
    of header: FrameHeader, from offset: UInt64, isFirst: Bool, in bytes: [UInt8], at position: inout Int
  ) -> FrameChunk {
    let start = position
    let missing = header.length - offset
    let available = UInt64(bytes.count - start)
    let isLast = missing <= available
    position = isLast ? start + Int(missing) : bytes.count
    current = isLast ? nil : (header, offset + available)
    return FrameChunk(
      header: header, range: start..<position, offset: offset, isFirst: isFirst, isLast: isLast)
  }
}
