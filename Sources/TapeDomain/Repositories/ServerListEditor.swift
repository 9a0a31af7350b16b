/// Takes changes of the list that a server keeps: applied here at once, and told the server in order.
public protocol ServerListEditor: Sendable {
  /// The changes that the server has not been told yet, in their order.
  ///
  /// A list that is asked for afterwards may lack any of these, and none that was told before.
  func unsent() async -> [ServerListChange]
  /// Adds an instrument at the end, or takes one out.
  ///
  /// - Throws: ``ListError`` when the change cannot be kept until the server knows it.
  func change(_ change: ServerListChange) async throws(ListError)
  /// What became of changes: an element after each that the server took or refused, and one at first.
  func progress() -> AsyncStream<ServerListProgress>
  /// Another program changed what is kept.
  func review() async
  /// Tells the server at once, instead of when the next try is due.
  func retry() async
}
