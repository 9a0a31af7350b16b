import TapeDomain

/// An error as Twelve Data writes it, alone or in the place of a symbol.
struct TwelveDataError: Equatable {
  /// Its code, which is one of HTTP's; 0 when it has none.
  var code: Int
  /// Its words.
  var message: String

  /// Whether it was asked too often.
  var isLimit: Bool { code == 429 }

  /// Whether the key is not accepted.
  var isOfKey: Bool {
    code == 401 || (code == 403 && message.lowercased().contains("key"))
  }

  /// Whether it is about what was asked for.
  var isOfSymbol: Bool { [400, 403, 404].contains(code) }

  /// Code and words, for the inside of a sentence.
  func details(hiding secrets: [String]) -> String {
    let words = ServerText.quoted(message, hiding: secrets)
    return ["code \(code)", words].compactMap { $0 }.joined(separator: ", ")
  }

  /// What is told of a symbol in whose place it stands.
  func message(about symbol: Symbol, hiding secrets: [String]) -> FeedMessage {
    // The plan, and not the symbol, is what 403 is about.
    if code == 403 {
      let words = ServerText.clean(message, hiding: secrets)
      return .error(code: "refused", symbol: symbol, message: words)
    }
    return .error(code: "unknown_symbol", symbol: symbol, message: "")
  }

  /// That it was asked too often, of a minute or of a day.
  func limit(hiding secrets: [String]) -> PollFailure {
    let words = message.lowercased()
    let isDay = words.contains("day") || words.contains("daily")
    return .limited(
      reason: "\(TwelveDataSource.title) says that we ask too often (\(details(hiding: secrets))).",
      wait: nil, isDay: isDay)
  }
}
