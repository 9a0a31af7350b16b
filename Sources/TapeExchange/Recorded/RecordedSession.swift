/// A recorded session that is played to one client after the other, a connection at a time.
///
/// Reading it may block, so that it is read on a thread of its own.
public protocol RecordedSession: AnyObject {
  /// What comes next, and when: nanoseconds on any one clock. Nil at the end.
  func next() throws -> (at: Int64, event: RecordedEvent)?
}

/// What a recorded session says to a client.
public enum RecordedEvent: Equatable, Sendable {
  /// A connection was made.
  case connected
  /// These text messages came in one go.
  case texts([[UInt8]])
  /// The connection ended.
  case disconnected
}
