/// Joins the frames of a message and watches the rules that span frames (RFC 6455 §5.4, §8.1).
///
/// A message that lies whole in one chunk is handed on as it is; only what is split is copied.
struct MessageAssembler: Sendable {
  /// A whole message, or a whole control frame.
  struct Message: Sendable {
    /// What it is; never a continuation.
    let opcode: Opcode
    /// Its payload; text is checked to be UTF-8.
    let payload: ArraySlice<UInt8>
    /// Whether it came compressed.
    var isInflated = false
  }

  /// What a compressed message may be longer than the text in it, beside the five bytes of an empty block for each frame:
  /// more, such as blocks of nothing without end, is only there to keep us busy.
  private static let compressionSlack: UInt64 = 64 << 10

  private let maximumSize: Int
  private let maximumFragments: Int
  /// What inflates compressed messages, when they were agreed on.
  var inflation: Inflation?
  /// Text or binary while a message is in progress.
  private var opcode: Opcode?
  private var isCompressed = false
  /// The length of the compressed frames so far.
  private var compressedSize: UInt64 = 0
  private var payload: [UInt8] = []
  private var fragments = 0
  private var validator = UTF8Validator()
  private var control: [UInt8] = []

  /// An assembler with the limits of that configuration.
  init(configuration: WebSocketConfiguration) {
    maximumSize = max(0, configuration.maximumMessageSize)
    maximumFragments = configuration.maximumFragments
  }

  /// Whether no message is in progress.
  var isBetweenMessages: Bool { opcode == nil }

  /// Takes the next chunk of `bytes`; a message when it is whole.
  mutating func add(_ chunk: FrameChunk, of bytes: [UInt8]) throws(WebSocketError) -> Message? {
    guard !chunk.header.opcode.isControl else { return addControl(chunk, of: bytes) }
    if chunk.isFirst { try begin(chunk.header) }
    let isWhole = chunk.isLast && chunk.header.isFinal
    if isWhole, !isCompressed, payload.isEmpty, chunk.header.mask == nil, let opcode {
      try validator.check(opcode, bytes.span.extracting(chunk.range), isWhole: true)
      finish()
      return Message(opcode: opcode, payload: bytes[chunk.range])
    }
    let start = payload.count
    if isCompressed {
      try inflate(chunk, of: bytes, isWhole: isWhole)
    } else {
      payload.append(chunk, of: bytes)
    }
    let part = payload[start...]
    try validator.check(opcode, part.span, isWhole: isWhole)
    guard isWhole, let opcode else { return nil }
    defer { finish() }
    return Message(opcode: opcode, payload: payload[...], isInflated: isCompressed)
  }

  /// Judges a data frame by its header, before anything of it is kept.
  private mutating func begin(_ header: FrameHeader) throws(WebSocketError) {
    if header.opcode == .continuation {
      guard opcode != nil else {
        throw .protocolViolation("a continuation frame belongs to no message (RFC 6455 §5.4)")
      }
    } else {
      guard opcode == nil else {
        throw .protocolViolation("a message begins inside another one (RFC 6455 §5.4)")
      }
      opcode = header.opcode
      isCompressed = header.isCompressed
    }
    fragments += 1
    guard fragments <= maximumFragments else {
      throw .tooManyFragments(limit: maximumFragments)
    }
    guard isCompressed ? hasRoom(forCompressed: header) : header.length <= UInt64(maximumSize - payload.count)
    else { throw .messageTooLarge(limit: maximumSize) }
  }

  /// Whether an honest sender may need a compressed frame of that length; what it inflates to is judged when it does.
  private mutating func hasRoom(forCompressed header: FrameHeader) -> Bool {
    let limit = UInt64(maximumSize) + Self.compressionSlack + 5 * UInt64(fragments)
    // A length has 63 bits, so that this does not overflow.
    compressedSize += header.length
    return compressedSize <= limit
  }

  private mutating func finish() {
    opcode = nil
    fragments = 0
    compressedSize = 0
    if !payload.isEmpty { payload = [] }
  }

  private mutating func inflate(
    _ chunk: FrameChunk, of bytes: [UInt8], isWhole: Bool
  ) throws(WebSocketError) {
    var piece = bytes[chunk.range]
    if chunk.header.mask != nil {
      var unmasked: [UInt8] = []
      unmasked.append(chunk, of: bytes)
      piece = unmasked[...]
    }
    let limit = maximumSize
    try inflation?.inflate(piece, isLast: isWhole, into: &payload, limit: limit)
  }

  private mutating func addControl(_ chunk: FrameChunk, of bytes: [UInt8]) -> Message? {
    control.append(chunk, of: bytes)
    guard chunk.isLast else { return nil }
    defer { control = [] }
    return Message(opcode: chunk.header.opcode, payload: control[...])
  }
}

extension [UInt8] {
  /// Appends the payload in a chunk of `bytes`, unmasked.
  fileprivate mutating func append(_ chunk: FrameChunk, of bytes: [UInt8]) {
    let start = count
    append(contentsOf: bytes[chunk.range])
    chunk.header.mask?.apply(to: &self, from: start, offset: chunk.offset)
  }
}

extension UTF8Validator {
  /// Takes a part of a message's payload when the message is text.
  fileprivate mutating func check(
    _ opcode: Opcode?, _ part: Span<UInt8>, isWhole: Bool
  ) throws(WebSocketError) {
    guard opcode == .text else { return }
    guard accept(part.bytes), isComplete || !isWhole else { throw .invalidUTF8 }
  }
}
