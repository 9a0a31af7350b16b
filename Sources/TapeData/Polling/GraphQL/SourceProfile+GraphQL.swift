extension SourceProfile {
  /// The name of the source that the settings describe.
  public static let described = "graphql"

  /// A GraphQL endpoint that the settings describe.
  static let graphQL = SourceProfile(
    name: described, title: "GraphQL", quality: "polled", endpoint: "", rest: "", defaults: [],
    dialect: { context in
      PolledDialect { preamble in preamble.flatMap { GraphQLSource(preamble: $0, context: context) } }
    }, listing: NoListing(),
    poll: { place in
      place.graphQL.map { GraphQLSource($0.preset, filled: $0.filled, context: place.context) }
    })
}
