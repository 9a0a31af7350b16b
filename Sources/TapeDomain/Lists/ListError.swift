/// Why a list could not be read or changed.
public struct ListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of reason it is.
  public enum Kind: Hashable, Sendable {
    /// A rule of lists says no: a name that is taken, a symbol that is there already.
    case refused
    /// There is no such list, or no such instrument in it.
    case notFound
    /// What keeps the lists cannot be read or written now.
    case storage
  }

  /// What kind of reason it is.
  public let kind: Kind
  /// What happened, to which thing, and what to do next.
  public let sentence: String

  /// An error that says `sentence`.
  public init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  /// The sentence.
  public var description: String { sentence }
}
