import Testing

@testable import TapeData

@Suite struct CurrencyExponentTests {
  @Test(
    "A currency has the decimals of ISO 4217, pence have none, and what is not known has no answer",
    arguments: [
      ("EUR", 2), ("USD", 2), ("GBP", 2), ("CHF", 2), ("JPY", 0), ("KRW", 0), ("CLP", 0), ("KWD", 3),
      ("BHD", 3),
      ("CLF", 4), ("GBX", 0), ("GBp", nil), ("XAU", nil), ("XXX", nil), ("BTC", nil), ("eur", nil), ("", nil),
    ] as [(String, Int?)])
  func exponents(code: String, expected: Int?) {
    #expect(CurrencyExponent.of(code) == expected)
  }
}
