import TapeDomain

/// What the server answers to a command it cannot follow.
struct ClientError: Error, Equatable, Sendable {
  /// The code, such as `unknown_symbol`.
  let code: String
  /// The symbol it is about.
  let symbol: Symbol?
  /// The sentence.
  let message: String

  /// The exchange does not list this symbol; a text that is no symbol at all is only in the message.
  static func unknownSymbol(_ text: String) -> ClientError {
    ClientError(
      code: "unknown_symbol", symbol: Symbol(text), message: "The demo exchange does not list \"\(text)\".")
  }

  /// The frame is not a command.
  static func badCommand(_ message: String) -> ClientError {
    ClientError(code: "bad_command", symbol: nil, message: message)
  }
}
