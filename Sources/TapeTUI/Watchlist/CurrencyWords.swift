/// What common currencies are called in English.
struct CurrencyWords: Hashable, Sendable {
  /// The word for one unit.
  let singular: String
  /// The word for any other number of units.
  let plural: String
  /// Whether people say the hundredths after the word: "182 euros 40".
  let hasHundredths: Bool

  /// The words for that code; nil when there are none that everybody says.
  static func words(for code: String) -> CurrencyWords? { table[code] }

  private init(_ singular: String, _ plural: String, hasHundredths: Bool = true) {
    self.singular = singular
    self.plural = plural
    self.hasHundredths = hasHundredths
  }

  private static let table: [String: CurrencyWords] = [
    "EUR": CurrencyWords("euro", "euros"),
    "USD": CurrencyWords("dollar", "dollars"),
    "GBP": CurrencyWords("pound", "pounds"),
    "GBX": CurrencyWords("penny", "pence", hasHundredths: false),
    "JPY": CurrencyWords("yen", "yen", hasHundredths: false),
    "CHF": CurrencyWords("Swiss franc", "Swiss francs"),
    "CAD": CurrencyWords("Canadian dollar", "Canadian dollars"),
    "AUD": CurrencyWords("Australian dollar", "Australian dollars"),
    "NZD": CurrencyWords("New Zealand dollar", "New Zealand dollars"),
    "HKD": CurrencyWords("Hong Kong dollar", "Hong Kong dollars"),
    "SGD": CurrencyWords("Singapore dollar", "Singapore dollars"),
    "SEK": CurrencyWords("Swedish krona", "Swedish kronor"),
    "NOK": CurrencyWords("Norwegian krone", "Norwegian kroner"),
    "DKK": CurrencyWords("Danish krone", "Danish kroner"),
    "PLN": CurrencyWords("zloty", "zlotys"),
    "INR": CurrencyWords("rupee", "rupees"),
    "CNY": CurrencyWords("yuan", "yuan"),
    "KRW": CurrencyWords("won", "won", hasHundredths: false),
  ]
}
