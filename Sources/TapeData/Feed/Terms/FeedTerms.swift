/// What a source promises and what it allows, as its dialect declares it; all that is known of a venue above `Feed/`.
///
/// The defaults are the native protocol's.
public struct FeedTerms: Equatable, Sendable {
  /// How a lost message is found.
  public var evidence = LossEvidence.numbers
  /// What proves that the feed is alive, and who asks for the proof.
  public var liveness = LivenessTerms()
  /// How commands are said and confirmed; nil when each is sent as it is and answered by a snapshot.
  public var commands: CommandTerms?
  /// The age at which a connection is replaced by a new one before the source cuts it; nil for no limit.
  public var longestLife: Duration?
  /// The least wait before the next try after the source said that it was asked too often.
  public var limitDelay: Duration?
  /// Whether whoever speaks to the source asks by itself for what is outstanding, as one that polls does.
  public var repairsItself = false
  /// How it shows that another program uses the same key; nil for a source that says so, or has no keys.
  public var rivalry: RivalryTerms?
  /// What the user can do when the source refuses us; nil for a source that takes a token.
  public var remedy: String?

  /// The native protocol's terms.
  public init() {}
}
