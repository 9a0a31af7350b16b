import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct AccessibilityLabelTests {
  @Test(
    "An amount is said in words",
    arguments: [
      (18_240, "EUR", 2, "182 euros 40"), (18_200, "EUR", 2, "182 euros"), (18_205, "EUR", 2, "182 euros 05"),
      (140, "EUR", 2, "1 euro 40"), (40, "USD", 2, "0 dollars 40"), (-3763, "USD", 2, "minus 37 dollars 63"),
      (100, "GBP", 2, "1 pound"), (3241, "GBX", 0, "3241 pence"), (1, "GBX", 0, "1 penny"),
      (324_150, "GBX", 2, "3241.50 pence"), (1204, "JPY", 0, "1204 yen"),
      (250, "CHF", 2, "2 Swiss francs 50"),
      (10_925, "USD", 4, "1.0925 dollars"), (18_240, "XYZ", 2, "182.40 XYZ"),
      (-5, "XYZ", 2, "minus 0.05 XYZ"),
      (.min, "EUR", 2, "minus 92233720368547758 euros 08"),
    ])
  func amounts(units: Int, currency: String, scale: Int, expected: String) {
    var text = ""
    AccessibilityLabel.append(Money(minorUnits: units, currency: currency, scale: scale), to: &text)
    #expect(text == expected)
  }

  @Test(
    "A change is said with one decimal, a tiny one with two",
    arguments: [
      (UInt64(130), 1, "up 1.3 percent"), (124, 1, "up 1.2 percent"), (125, -1, "down 1.2 percent"),
      (135, 1, "up 1.4 percent"), (996, 1, "up 10.0 percent"), (7, -1, "down 0.07 percent"),
      (0, -1, "down less than 0.01 percent"), (0, 0, "unchanged"),
      (.max, 1, "up 184467440737095516.2 percent"),
    ])
  func changes(hundredths: UInt64, sign: Int, expected: String) {
    var text = ""
    AccessibilityLabel.append(Percent(hundredths: hundredths, sign: sign), to: &text)
    #expect(text == expected)
  }

  @Test(
    "An age is told in its largest unit",
    arguments: [
      (-5, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (7199, "1 hour"),
      (7200, "2 hours"),
      (86_400, "1 day"), (200_000, "2 days"),
    ])
  func ages(seconds: Int, expected: String) {
    #expect(AccessibilityLabel.age(.seconds(seconds)) == expected)
  }

  private func sentence(_ live: LiveQuote, name: String = "Acme") -> String {
    let price = SpokenPrice(
      last: live.quote?.last, percent: Percent(hundredths: 124, sign: 1), absence: live.absence,
      isLive: live.isLive)
    return AccessibilityLabel.text(
      name: name, price: price, condition: PriceRowFormatter.condition(of: live))
  }

  @Test("A row is a sentence")
  func sentences() throws {
    let acme = try QuoteSamples.symbol("ACME")
    #expect(sentence(QuoteSamples.live(acme, 18_240)) == "Acme, 182 euros 40, up 1.2 percent")
    #expect(
      sentence(QuoteSamples.stale(acme, 18_240)) == "Acme, 182 euros 40, up 1.2 percent, may be out of date")
    #expect(sentence(QuoteSamples.live(acme, nil)) == "Acme, no price yet")
    #expect(sentence(LiveQuote(absence: .waiting)) == "Acme, no price yet")
    #expect(sentence(LiveQuote(absence: .unknownSymbol)) == "Acme, unknown symbol")
    #expect(sentence(LiveQuote(absence: .rejected("Too\nmany."))) == "Acme, refused: Too many.")
  }

  @Test(
    "A session that is not open is said, after a warning that the price may be old",
    arguments: [
      (MarketSession.halted, ", halted"), (.auction, ", in auction"), (.closed, ", market closed"),
      (.pre, ", before the session"), (.post, ", after the session"), (.open, ""),
    ])
  func sessions(session: MarketSession, words: String) throws {
    let quote = QuoteSamples.quote(try QuoteSamples.symbol("ACME"), 18_240, session: session)
    let live = LiveQuote(quote: quote, freshness: .live)
    #expect(sentence(live) == "Acme, 182 euros 40, up 1.2 percent" + words)
    #expect(sentence(live.interrupted) == "Acme, 182 euros 40, up 1.2 percent, may be out of date" + words)
  }
}
