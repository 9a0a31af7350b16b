import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct DayRangeTests {
  private func position(last: Money?, low: Money?, high: Money?) throws -> Int? {
    var quote = QuoteSamples.quote(try QuoteSamples.symbol("ACME"), nil)
    quote.last = last
    quote.low = low
    quote.high = high
    return DayRange.position(of: quote)
  }

  @Test(
    "The place in the day's range is told in thousandths",
    arguments: [
      (150, 100, 200, 500), (100, 100, 200, 0), (200, 100, 200, 1000), (101, 100, 103, 333),
      (90, 100, 200, 0),
      (300, 100, 200, 1000), (0, -100, 100, 500), (0, .min, .max, 500), (.max, .min, .max, 1000),
    ])
  func places(last: Int, low: Int, high: Int, expected: Int) throws {
    let place = try position(
      last: QuoteSamples.money(last), low: QuoteSamples.money(low), high: QuoteSamples.money(high))
    #expect(place == expected)
  }

  @Test("Different scales are compared exactly, the largest included")
  func scales() throws {
    let low = QuoteSamples.money(1, scale: 0)
    let high = QuoteSamples.money(30, scale: 1)
    #expect(try position(last: QuoteSamples.money(200, scale: 2), low: low, high: high) == 500)
    let huge = try position(
      last: QuoteSamples.money(0, scale: 18), low: QuoteSamples.money(.min, scale: 0),
      high: QuoteSamples.money(.max, scale: 0))
    #expect(huge == 500)
  }

  @Test("Without a range there is no place")
  func missing() throws {
    let one = QuoteSamples.money(1)
    let two = QuoteSamples.money(2)
    #expect(try position(last: nil, low: one, high: two) == nil)
    #expect(try position(last: one, low: nil, high: two) == nil)
    #expect(try position(last: one, low: one, high: nil) == nil)
    #expect(try position(last: one, low: one, high: one) == nil)
    #expect(try position(last: one, low: two, high: one) == nil)
    #expect(try position(last: one, low: one, high: QuoteSamples.money(2, "USD")) == nil)
  }
}
