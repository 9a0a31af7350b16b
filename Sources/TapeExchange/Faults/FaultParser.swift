import TapeDomain

/// Reads faults from lines such as `gap ACME`, `silence 10s` or `late 5s for 15s`.
public enum FaultParser {
  /// The longest duration a fault may last.
  static let maximumDuration = Duration.seconds(3_600)

  /// The largest price, of either sign: the market multiplies prices by up to a thousand.
  static let maximumPrice = 1_000_000_000_000_000

  /// Reads one line; nil when it is empty or a comment that begins with `#`.
  ///
  /// - Parameter number: The line's number, for the sentence of the error.
  public static func fault(in line: String, number: Int = 1) throws(FaultSyntaxError) -> ExchangeFault? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
    var arguments = Arguments(line: number, verb: verb, words: words.dropFirst())
    let fault = try fault(verb, &arguments)
    try arguments.end()
    return fault
  }

  /// Reads a whole text, one fault a line.
  public static func faults(in text: String) throws(FaultSyntaxError) -> [ExchangeFault] {
    var faults: [ExchangeFault] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if let fault = try fault(in: String(line), number: index + 1) { faults.append(fault) }
    }
    return faults
  }

  /// Every fault with what it takes, in the order of the help.
  public static let usage = [
    "gap SYMBOL", "lose SYMBOL", "lose-resync", "silence DURATION", "mute DURATION",
    "late DURATION [for DURATION]", "drop", "refuse DURATION", "burst DURATION", "halt SYMBOL",
    "close EXCHANGE", "open EXCHANGE", "malformed", "expire-token", "token TOKEN", "price SYMBOL NUMBER",
  ]

  private static func fault(
    _ verb: String, _ arguments: inout Arguments
  ) throws(FaultSyntaxError) -> ExchangeFault {
    switch verb {
    case "gap": return .gap(try arguments.symbol())
    case "lose": return .lose(try arguments.symbol())
    case "lose-resync": return .loseResync
    case "silence": return .silence(try arguments.duration())
    case "mute": return .mute(try arguments.duration())
    case "late": return .late(try arguments.duration(), lasting: try arguments.lasting())
    case "drop": return .drop
    case "refuse": return .refuse(try arguments.duration())
    case "burst": return .burst(try arguments.duration())
    case "halt": return .halt(try arguments.symbol())
    case "close": return .close(exchange: try arguments.word("an exchange, such as XETR"))
    case "open": return .open(exchange: try arguments.word("an exchange, such as XETR"))
    case "malformed": return .malformed
    case "expire-token": return .expireToken
    case "token": return .token(try arguments.word("a token"))
    case "price": return .price(try arguments.symbol(), try arguments.integer())
    default:
      throw arguments.error("unknown fault \"\(verb)\". Known are: \(usage.joined(separator: ", ")).")
    }
  }
}
