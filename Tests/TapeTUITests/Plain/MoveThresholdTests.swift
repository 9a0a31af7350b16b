import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct MoveThresholdTests {
  @Test(
    "A percentage is read with at most two decimals",
    arguments: [
      ("0.5", 50), ("0", 0), ("1", 100), ("2.25", 225), ("0.05", 5), ("100", 10_000), ("100.01", nil),
      ("-1", nil), ("", nil), (".5", nil), ("1.", nil), ("0.005", nil), ("1,5", nil), ("1%", nil),
      ("\u{0661}", nil),
    ] as [(String, Int?)])
  func reads(text: String, hundredths: Int?) {
    #expect(MoveThreshold(percent: text)?.hundredths == hundredths)
  }

  @Test(
    "A price is told again when it has moved by at least the threshold, either way",
    arguments: [
      (10_000, 10_049, false), (10_000, 10_050, true), (10_000, 9_951, false), (10_000, 9_950, true),
      (-10_000, -10_050, true), (-10_000, -10_049, false), (0, 1, true), (100, 100, false),
      (1, 0, true), (Int.max, Int.min, true), (Int.max, Int.max - 1, false),
    ])
  func moves(old: Int, new: Int, isTold: Bool) {
    let threshold = MoveThreshold(hundredths: 50)
    func money(_ units: Int) -> Money { Money(minorUnits: units, currency: "EUR", scale: 2) }
    #expect(threshold.isReached(from: money(old), to: money(new)) == isTold)
    #expect(MoveThreshold.none.isReached(from: money(old), to: money(new)) == (old != new))
  }

  @Test("Prices of another currency or scale are a move, however alike")
  func others() {
    let price = Money(minorUnits: 100, currency: "EUR", scale: 2)
    let threshold = MoveThreshold(hundredths: 10_000)
    #expect(threshold.isReached(from: price, to: Money(minorUnits: 100, currency: "USD", scale: 2)))
    #expect(threshold.isReached(from: price, to: Money(minorUnits: 1000, currency: "EUR", scale: 3)))
  }
}
