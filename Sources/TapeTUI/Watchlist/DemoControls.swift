public import TapeDomain

/// What the screen of a demo can do beside watching.
public struct DemoControls: Sendable {
  /// The keys that make something go wrong.
  public let keys: [FaultKey]
  /// Lets it happen, to the selected row's symbol where it concerns one; says why nothing happened.
  public let inject: @Sendable (FaultKey, Symbol?) async -> String?

  /// Those keys, and what they do.
  public init(keys: [FaultKey], inject: @escaping @Sendable (FaultKey, Symbol?) async -> String?) {
    self.keys = keys
    self.inject = inject
  }
}
