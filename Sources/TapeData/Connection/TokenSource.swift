/// Where the token for a server comes from.
public protocol TokenSource: Sendable {
  /// The token as it is now, nil when none is configured; a file is read anew at each call.
  ///
  /// - Throws: ``TokenError`` with a sentence for the user.
  func token() async throws(TokenError) -> AccessToken?
  /// What the user can do when the server refuses the token: a sentence.
  var remedy: String { get }
  /// The user asks for another try: what is known of the token is forgotten.
  func renew() async
}

extension TokenSource {
  /// Nothing is known that could be forgotten.
  public func renew() async {}
}

/// Why a token could not be had.
public struct TokenError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, where, and what to do; never the token.
  public let sentence: String

  /// An error that says `sentence`.
  public init(sentence: String) {
    self.sentence = sentence
  }

  /// The sentence.
  public var description: String { sentence }
}
