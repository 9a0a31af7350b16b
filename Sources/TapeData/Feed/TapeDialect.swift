import TapeDomain

/// The native protocol: JSON text frames, counted for the completeness check.
public struct TapeDialect: FeedDialect {
  /// The longest frame we send, header included.
  static let maximumFrameSize = 16 * 1_024
  /// The longest header of a masked WebSocket frame (RFC 6455 §5.2).
  private static let maximumHeaderSize = 14

  private var received = 0
  private var memory = TapeMemory()

  /// A dialect for one connection after another.
  public init() {}

  /// See ``FeedDialect/begin()``.
  public mutating func begin() {
    received = 0
  }

  /// See ``FeedDialect/decode(_:of:into:)``.
  public mutating func decode(
    _ frames: [Range<Int>], of bytes: Span<UInt8>, into messages: inout [FeedMessage]
  ) {
    var run: [QuoteTick] = []
    var hasReserved = false
    for (index, range) in frames.enumerated() {
      let frame = bytes.extracting(range)
      if let tick = TickReader.tick(in: frame, times: &memory.times) {
        // One allocation for the usual read, which is one run, instead of one each time it has doubled.
        if !hasReserved { run.reserveCapacity(frames.count - index) }
        hasReserved = true
        run.append(tick)
      } else {
        messages.take(&run)
        messages.append(read(frame))
      }
      received += 1
    }
    messages.take(&run)
  }

  /// Reads a frame of any shape.
  private mutating func read(_ bytes: Span<UInt8>) -> FeedMessage {
    var content = TapeFrame()
    do throws(JSONFault) {
      try content.read(bytes, memory: &memory)
      return content.message(received: received)
    } catch {
      return .malformed(reason: "\(error)")
    }
  }

  /// See ``FeedDialect/encode(_:)``.
  public func encode(_ command: FeedCommand) -> [[UInt8]] {
    switch command {
    case .subscribe(let symbols, let maxRate):
      frames(type: "subscribe", symbols.map(\.text), suffix: #"],"maxRate":\#(maxRate)}"#)
    case .unsubscribe(let symbols): frames(type: "unsubscribe", symbols.map(\.text), suffix: "]}")
    case .resync(let symbols): frames(type: "resync", symbols.map(\.text), suffix: "]}")
    }
  }

  /// See ``FeedDialect/authentication(token:)``.
  public func authentication(token: String) -> [UInt8]? {
    Array(#"{"type":"auth","token":"#.utf8) + JSONText.quoted(token) + Array("}".utf8)
  }

  private func frames(type: String, _ symbols: [String], suffix: String) -> [[UInt8]] {
    let prefix = Array(#"{"type":"\#(type)","symbols":["#.utf8)
    let suffix = Array(suffix.utf8)
    let limit = Self.maximumFrameSize - Self.maximumHeaderSize - suffix.count
    var frames: [[UInt8]] = []
    var frame: [UInt8] = []
    for symbol in symbols {
      let quoted = JSONText.quoted(symbol)
      if !frame.isEmpty, frame.count + 1 + quoted.count > limit {
        frames.append(frame + suffix)
        frame = []
      }
      frame += frame.isEmpty ? prefix : [UInt8(ascii: ",")]
      frame += quoted
    }
    return frame.isEmpty ? [] : frames + [frame + suffix]
  }
}

extension [FeedMessage] {
  /// Adds a run of ticks, unless there are none, and leaves it empty.
  fileprivate mutating func take(_ run: inout [QuoteTick]) {
    guard !run.isEmpty else { return }
    append(.ticks(run))
    run = []
  }
}
