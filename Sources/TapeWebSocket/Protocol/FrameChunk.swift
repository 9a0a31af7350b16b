/// As much of one frame as a read brought: a plain value that points into the read.
struct FrameChunk: Sendable {
  /// The frame's header.
  let header: FrameHeader
  /// Where in the read the bytes of its payload are, still masked; may be empty.
  let range: Range<Int>
  /// How many bytes of the payload came in earlier chunks.
  let offset: UInt64
  /// Whether the payload begins here.
  let isFirst: Bool
  /// Whether the payload ends here.
  let isLast: Bool
}
