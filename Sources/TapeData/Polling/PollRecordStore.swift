/// Remembers what was spent of a source's credits, from one run to the next and between those that run together.
public protocol PollRecordStore: Sendable {
  /// Remembers what this run has spent so far; returns what all others have, nil when that is not known.
  func update(_ record: PollRecord) async -> PollRecord?
}
