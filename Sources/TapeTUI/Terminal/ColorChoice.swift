/// The colours the user asks for.
public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// What the terminal has, unless `NO_COLOR` is set.
  case auto
  /// None.
  case never
  /// At most the sixteen basic ones, whatever `NO_COLOR` says.
  case sixteen = "16"
  /// The 256-colour palette, whatever `NO_COLOR` says.
  case many = "256"
}
