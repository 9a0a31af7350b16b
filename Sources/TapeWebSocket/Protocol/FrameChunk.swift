/// As much of one frame as a read brought.
struct FrameChunk: Sendable {
  /// The frame's header.
  let header: FrameHeader
  /// The bytes of its payload that are here, unmasked; may be empty.
  let payload: ArraySlice<UInt8>
  /// Whether the payload begins here.
  let isFirst: Bool
  /// Whether the payload ends here.
  let isLast: Bool
}
