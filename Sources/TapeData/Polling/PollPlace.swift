/// Where a polled source is, and what it may use.
public struct PollPlace: Sendable {
  /// The base of its address, without a slash at its end.
  public let base: String
  /// The user's keys; nil for a source without.
  public let credentials: Credentials?
  /// What its readers share.
  public let context: VenueContext

  /// What the settings say of a GraphQL endpoint.
  public let graphQL: (preset: GraphQLPreset, filled: GraphQLPreset.Filled)?

  /// A place of those values.
  public init(
    base: String, credentials: Credentials?, context: VenueContext,
    graphQL: (preset: GraphQLPreset, filled: GraphQLPreset.Filled)? = nil
  ) {
    self.graphQL = graphQL
    self.base = base
    self.credentials = credentials
    self.context = context
  }
}
