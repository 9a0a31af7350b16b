extension FeedMessage {
  /// Whether the message proves that the feed is alive (the protocol, rule 6); an error or a frame that nobody can
  /// read does not.
  var isSignOfLife: Bool {
    switch self {
    case .heartbeat, .snapshot, .update, .ticks, .market: true
    case .source, .error, .malformed, .answer, .denied, .lost, .goingAway, .unknown: false
    }
  }
}
