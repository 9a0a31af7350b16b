/// What playing a whole tape showed.
public struct TapeJudgement: Equatable, Sendable {
  /// The digest of all batches, 16 hexadecimal digits.
  public var digest: String
  /// How many batches were given out.
  public var batches: Int
  /// How many rows were compared with what is proven.
  public var checks: Int
  /// What did not hold, as sentences.
  public var violations: [String]
}
