/// Takes the token from an environment variable, which does not change while the program runs.
public struct EnvironmentTokenSource: TokenSource {
  private let variable: String
  private let value: String?

  /// A source that reads `variable` in `environment`.
  public init(environment: [String: String], variable: String = "TAPE_TOKEN") {
    self.variable = variable
    value = environment[variable]
  }

  /// Asks for a start with another value.
  public var remedy: String { "Restart with a valid \(variable)." }

  /// The variable's value; nil when it is not set.
  public func token() async throws(TokenError) -> AccessToken? {
    guard let value else { return nil }
    return try AccessToken(value, from: variable)
  }
}
