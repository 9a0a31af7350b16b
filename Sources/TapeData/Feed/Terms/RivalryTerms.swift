/// How a source that allows one connection for each key shows that another program uses it: it ends ours soon, again and again.
public struct RivalryTerms: Equatable, Sendable {
  /// The age below which a connection that the source ended counts.
  public var shortLife = Duration.seconds(10)
  /// How many of them in a row there have to be.
  public var count = 2
  /// The least wait before the next try: two programs that take the connection from each other must not make a storm.
  public var wait = Duration.seconds(75)
  /// What to say: a sentence.
  public var sentence: String

  /// The usual terms, which say that sentence.
  public init(sentence: String) {
    self.sentence = sentence
  }
}
