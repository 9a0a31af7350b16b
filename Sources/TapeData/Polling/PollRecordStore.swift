/// Remembers what was spent of a source's credits from one run to the next.
public protocol PollRecordStore: Sendable {
  /// What is remembered; nil when nothing is.
  func read() async -> PollRecord?
  /// Remembers that; it may take its time, and a later one may overtake it.
  func write(_ record: PollRecord)
}
