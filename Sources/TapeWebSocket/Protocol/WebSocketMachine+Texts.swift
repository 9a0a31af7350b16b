extension WebSocketMachine {
  /// The text messages at `position` that have the usual shape, and moves behind them; nil when the next frame is
  /// anything else.
  ///
  /// A short way for the frames that a feed is made of: final, text, not masked, not compressed, whole in this read.
  /// What is not just that is left to ``FrameDecoder`` and ``MessageAssembler``, which judge it, and which the tests
  /// compare this with. It takes a third of their time.
  mutating func takeTexts(in bytes: [UInt8], at position: inout Int) -> WebSocketTexts? {
    guard configuration.gathersTexts, role == .client, decoder.isBetweenFrames, assembler.isBetweenMessages
    else { return nil }
    var ranges: [Range<Int>] = []
    let span = bytes.span
    while let payload = Self.usualText(in: span, at: position, limit: configuration.maximumMessageSize) {
      var validator = UTF8Validator()
      guard validator.accept(span.extracting(payload).bytes), validator.isComplete else { break }
      // Room for what a feed sends, so that a read costs one allocation; a few times the size of the read at most.
      if ranges.isEmpty { ranges.reserveCapacity(1 + (bytes.count - position) / 64) }
      ranges.append(payload)
      position = payload.upperBound
    }
    return ranges.isEmpty ? nil : WebSocketTexts(bytes: bytes, ranges: ranges)
  }

  /// Where the payload of the frame at `start` is when that is a final, plain text frame in its shortest form.
  @inline(__always)
  private static func usualText(in bytes: Span<UInt8>, at start: Int, limit: Int) -> Range<Int>? {
    let available = bytes.count - start
    guard available >= 2, bytes[start] == 0x81 else { return nil }
    var length = Int(bytes[start + 1])
    var header = 2
    if length == 126 {
      guard available >= 4 else { return nil }
      length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
      header = 4
      guard length > 125 else { return nil }
    }
    guard length < 126 || header == 4, length <= available - header, length <= limit else { return nil }
    return start + header..<start + header + length
  }
}
