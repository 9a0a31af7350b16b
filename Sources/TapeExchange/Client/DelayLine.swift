import TapeDomain

/// Frames that a fault holds back for a while; they leave in order, each not before its time.
struct DelayLine: Sendable {
  /// The most bytes held back; while there are more, the feed is held as if the link were full.
  static let maximumSize = 4 << 20

  private var frames: [(at: Instant, frame: OutboundFrame)] = []
  private var size = 0

  /// Whether more may be held back.
  var hasRoom: Bool { size < Self.maximumSize }

  /// When the first frame may leave.
  var nextDue: Instant? { frames.first?.at }

  /// Puts frames at the end, to leave at `instant`.
  mutating func append(_ new: [OutboundFrame], until instant: Instant) {
    for frame in new {
      frames.append((instant, frame))
      size += frame.size
    }
  }

  /// Lets everything leave at `now`, when the fault ended.
  mutating func release(at now: Instant) {
    for index in frames.indices { frames[index].at = min(frames[index].at, now) }
  }

  /// Takes what may leave by now, in order: a frame never overtakes one that is held back longer.
  mutating func take(at now: Instant) -> [OutboundFrame] {
    let taken = frames.prefix { $0.at <= now }.map(\.frame)
    frames.removeFirst(taken.count)
    size -= taken.reduce(0) { $0 + $1.size }
    return taken
  }
}
