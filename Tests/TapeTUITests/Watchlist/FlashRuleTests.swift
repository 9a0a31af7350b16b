import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct FlashRuleTests {
  private let now = Instant(nanoseconds: 7)

  /// Shows prices one after the other, negative ones as stale; the last outcome counts.
  private func outcome(_ prices: [Int?]) -> FlashRule.Outcome? {
    var rule = FlashRule()
    return prices.map { price in
      rule.show(price.map { QuoteSamples.money(abs($0)) }, isLive: (price ?? 0) >= 0, at: now)
    }.last
  }

  private func flash(_ direction: PriceDirection, _ count: Int = 1) -> FlashRule.Outcome {
    .moved(direction, Flash(direction: direction, count: count, start: now))
  }

  @Test("A first price is no move")
  func first() { #expect(outcome([100]) == .unknown) }

  @Test("A price that moves between two live quotes flashes that way")
  func moves() {
    #expect(outcome([100, 101]) == flash(.up))
    #expect(outcome([100, 99]) == flash(.down))
  }

  @Test("The same price again is no move")
  func same() { #expect(outcome([100, 100]) == .unchanged) }

  @Test("A second move the same way is a new flash")
  func again() { #expect(outcome([100, 101, 102]) == flash(.up, 2)) }

  @Test("After a gap an equal price does not flash, another one does")
  func gap() {
    #expect(outcome([100, -100, 100]) == .unchanged)
    #expect(outcome([100, -100, 105]) == flash(.up))
  }

  @Test("A move that was learned while the price was stale turns the arrow without a flash")
  func staleMove() {
    #expect(outcome([100, -105]) == .moved(.up, nil))
    #expect(outcome([100, -105, 105]) == .unchanged)
  }

  @Test("A replayed stale price and then a first live one is no flash")
  func replay() {
    #expect(outcome([-100, 100]) == .unchanged)
    #expect(outcome([-100, 105]) == .moved(.up, nil))
  }

  @Test("A price that was missing flashes neither when it goes nor when it comes")
  func missing() {
    #expect(outcome([100, nil]) == .unknown)
    #expect(outcome([100, nil, 101]) == .unknown)
  }

  @Test("A row that was not watched in between does not flash")
  func released() {
    var rule = FlashRule()
    _ = rule.show(QuoteSamples.money(100), isLive: true, at: now)
    rule.release()
    #expect(rule.show(QuoteSamples.money(90), isLive: true, at: now) == .moved(.down, nil))
    #expect(rule.show(QuoteSamples.money(91), isLive: true, at: now) == flash(.up))
  }

  @Test("Prices are compared exactly, whatever their scales, and never across currencies")
  func exact() {
    var rule = FlashRule()
    _ = rule.show(QuoteSamples.money(.max, scale: 0), isLive: true, at: now)
    #expect(rule.show(QuoteSamples.money(.max, scale: 18), isLive: true, at: now) == flash(.down))
    #expect(rule.show(QuoteSamples.money(92, scale: 1), isLive: true, at: now) == flash(.down, 2))
    #expect(rule.show(QuoteSamples.money(920, scale: 2), isLive: true, at: now) == .unchanged)
    #expect(rule.show(QuoteSamples.money(100, "USD"), isLive: true, at: now) == .unknown)
  }
}
