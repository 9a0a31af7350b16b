import TapeDomain

/// One thing that a tape says happened.
enum TapeEvent: Equatable, Sendable {
  /// Text messages that one read brought.
  case texts(TapeTexts)
  /// A binary message.
  case binary
  /// A command went out; as what it means, since a source may want a key in the frame that says it.
  case sent(FeedCommand)
  /// A connection was made.
  case connected
  /// The connection ended, and how.
  case disconnected(String)
  /// The link's state changed. The instants in it count like the tape's.
  case link(FeedStatus)
  /// The list was answered.
  case list([Instrument])
  /// All that was known when the tape begins in the middle of a session.
  case keyframe(TapeKeyframe)
  /// So many lines are missing here, since they could not be written in time.
  case lost(Int)
}

/// Text messages, and where each lies in the bytes.
struct TapeTexts: Equatable, Sendable {
  /// The messages one after the other.
  var bytes: [UInt8] = []
  /// The place of each.
  var ranges: [Range<Int>] = []
}

/// An event and its time: nanoseconds since the instant of the header.
struct TapeEntry: Equatable, Sendable {
  let at: Int64
  let event: TapeEvent

  /// The same on the replay's clock, which counts as the tape does.
  var instant: Instant { Instant(nanoseconds: at) }
}
