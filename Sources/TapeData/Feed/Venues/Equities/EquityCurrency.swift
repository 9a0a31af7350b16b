import TapeDomain

/// What prices are in, as far as a symbol itself and its exchange's rules say it.
enum EquityCurrency {
  /// The code for prices of which nothing says what they are in (ISO 4217).
  static let none = "XXX"

  /// What prices of the symbol are in where no list says it.
  ///
  /// A symbol without a suffix is listed in the United States, where everything is quoted in dollars. A pair names what it is
  /// quoted in. Of anything else nothing is assumed.
  static func of(_ symbol: Symbol) -> String {
    let text = symbol.text
    if let colon = text.lastIndex(of: ":") {
      let pair = text[text.index(after: colon)...]
      if let stroke = pair.lastIndex(of: "_") { return known(String(pair[pair.index(after: stroke)...])) }
      // DOT in dollars, or DO in TUSD?
      if ambiguous.contains(where: { pair.hasSuffix($0) }) { return none }
      return quotes.first { pair.hasSuffix($0) && pair.count > $0.count } ?? none
    }
    if let stroke = text.lastIndex(of: "/") { return known(String(text[text.index(after: stroke)...])) }
    return text.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? "USD" : none
  }

  /// The code of a list in the form in which the app has it: pence are GBX, whatever a venue calls them.
  static func code(_ text: String) -> String {
    ["GBp", "GBx", "GBPX"].contains(text) ? "GBX" : text
  }

  private static func known(_ code: String) -> String { VenueInstrument.isCurrency(code) ? code : none }

  private static let ambiguous = ["TUSD", "BUSD"]
  private static let quotes = ["FDUSD", "USDT", "USDC", "USD", "EUR", "GBP", "JPY", "BTC", "ETH"]
}

extension Symbol {
  /// Whether the symbol is one of a share or fund, and not of a pair.
  var isEquity: Bool { !text.contains(":") && !text.contains("/") }
}

extension DecimalNumber {
  /// The price without the noise that a venue's own arithmetic leaves: shares trade in at most four decimals, in six below 1.
  func asQuoted(of symbol: Symbol) -> DecimalNumber {
    guard symbol.isEquity, scale > 4 else { return self }
    var one = 1
    for _ in 0..<scale { one *= 10 }
    return rounded(to: units.magnitude >= one.magnitude ? 4 : 6).shortest
  }

  /// The same number without zeros at the end of its decimals.
  private var shortest: DecimalNumber {
    var (units, scale) = (units, scale)
    while scale > 0, units % 10 == 0 {
      units /= 10
      scale -= 1
    }
    return DecimalNumber(units: units, scale: scale)
  }
}
