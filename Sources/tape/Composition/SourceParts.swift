import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// Where the prices of a run come from: a server's address and token, and how the screen names it.
struct SourceParts {
  /// The server.
  let address: ServerAddress
  /// Its token; nil when none is configured.
  let tokens: (any TokenSource)?
  /// How the header names the source.
  let label: SourceLabel
  /// What the list is called.
  let listName: String

  /// The source that the options ask for; `exchange` is the base URL of the embedded exchange when there is one.
  ///
  /// - Throws: ``UsageError`` for a URL that is none.
  static func make(
    _ options: Options, exchange: String?, environment: [String: String]
  ) throws(UsageError) -> SourceParts {
    let address: ServerAddress
    do {
      address = try ServerAddress(exchange ?? options.server ?? "")
    } catch {
      throw UsageError(sentence: error.sentence)
    }
    let listName = options.symbols.isEmpty ? "Core list" : "Symbols"
    if exchange != nil {
      let label = SourceLabel(word: "DEMO", quality: "simulated prices", isSimulated: true)
      return SourceParts(address: address, tokens: nil, label: label, listName: listName)
    }
    let label = SourceLabel(word: "", quality: address.quotes.hostHeader, isSimulated: false)
    return SourceParts(
      address: address, tokens: tokens(options, environment: environment), label: label, listName: listName)
  }

  private static func tokens(_ options: Options, environment: [String: String]) -> (any TokenSource)? {
    if let file = options.tokenFile { return FileTokenSource(path: file, hasKeys: options.hasKeys) }
    let value = environment["TAPE_TOKEN"] ?? ""
    return value.isEmpty ? nil : EnvironmentTokenSource(environment: environment)
  }
}
