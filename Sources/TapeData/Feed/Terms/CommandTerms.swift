/// How a source wants to be asked: how often, how much at once, and how it answers.
public struct CommandTerms: Equatable, Sendable {
  /// The least time between two commands.
  public var spacing: Duration
  /// The most symbols of one command.
  public var maximumSymbols: Int
  /// Whether answers carry the number of the command; without it one command waits for its answer before the next is said.
  public var numbersAnswers: Bool
  /// Whether one wrong symbol voids the whole command, so that the others have to be asked for again.
  public var isAllOrNothing: Bool
  /// Whether commands are answered at all; else what was said counts as done.
  public var isAnswered = true
  /// How long an answer may take before what was not confirmed is asked for again.
  public var patience = Duration.seconds(5)

  /// Terms of those values.
  public init(spacing: Duration, maximumSymbols: Int, numbersAnswers: Bool, isAllOrNothing: Bool) {
    self.spacing = spacing
    self.maximumSymbols = maximumSymbols
    self.numbersAnswers = numbersAnswers
    self.isAllOrNothing = isAllOrNothing
  }
}
