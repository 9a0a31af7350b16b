import TapeDomain

extension FaultParser {
  /// The words after a fault's name, taken one by one.
  struct Arguments {
    /// The line's number.
    let line: Int
    /// The fault's name.
    let verb: String
    /// What was not taken yet.
    var words: ArraySlice<String>

    /// The next word; `what` says in the error what is missing.
    mutating func word(_ what: String) throws(FaultSyntaxError) -> String {
      guard let word = words.popFirst() else { throw error("\"\(verb)\" needs \(what).") }
      return word
    }

    /// The next word as a symbol.
    mutating func symbol() throws(FaultSyntaxError) -> Symbol {
      let text = try word("a symbol, such as ACME")
      guard let symbol = Symbol(text) else {
        throw error("\"\(text)\" is no symbol: 1 to 32 visible ASCII characters without comma or quote.")
      }
      return symbol
    }

    /// The next word as an integer.
    mutating func integer() throws(FaultSyntaxError) -> Int {
      let text = try word("a price as an integer in units of the symbol's scale, such as 18240")
      guard let value = Int(text) else { throw error("\"\(text)\" is no integer, such as 18240.") }
      guard value.magnitude <= FaultParser.maximumPrice.magnitude else {
        throw error("\"\(text)\" is beyond what the market can count with: \(FaultParser.maximumPrice).")
      }
      return value
    }

    /// The next word as a duration.
    mutating func duration() throws(FaultSyntaxError) -> Duration {
      let text = try word("a duration, such as 500ms, 10s or 2m")
      guard let duration = Self.duration(text) else {
        throw error(
          "\"\(text)\" is no duration; it is a whole number with ms, s or m, such as 500ms, 10s or 2m.")
      }
      guard duration <= FaultParser.maximumDuration else { throw error("\"\(text)\" is more than 60m.") }
      return duration
    }

    /// An optional `for DURATION`.
    mutating func lasting() throws(FaultSyntaxError) -> Duration? {
      guard words.first == "for" else { return nil }
      words.removeFirst()
      return try duration()
    }

    /// Refuses words that nobody took.
    func end() throws(FaultSyntaxError) {
      guard let rest = words.first else { return }
      let usage = FaultParser.usage.first { $0.split(separator: " ").first ?? "" == verb } ?? verb
      throw error("\"\(rest)\" is too much; write \"\(usage)\".")
    }

    /// An error on this line.
    func error(_ message: String) -> FaultSyntaxError {
      FaultSyntaxError(line: line, message: message)
    }

    private static func duration(_ text: String) -> Duration? {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      // Nine digits of minutes are far above the limit and far below an overflow.
      guard (1...9).contains(digits.count), let number = Int(digits) else { return nil }
      switch text.dropFirst(digits.count) {
      case "ms": return .milliseconds(number)
      case "s": return .seconds(number)
      case "m": return .seconds(60 * number)
      default: return nil
      }
    }
  }
}
