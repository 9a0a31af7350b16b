import TapeDomain
import Testing

@Suite struct MoneyTests {
  private func euros(_ units: Int, scale: Int = 2) -> Money {
    Money(minorUnits: units, currency: "EUR", scale: scale)
  }

  @Test(
    "A change is the difference at the finer scale",
    arguments: [
      (18_245, 2, 18_010, 2, 235, 2),
      (18_010, 2, 18_245, 2, -235, 2),
      (100, 2, 1, 0, 0, 2),
      (1_000_000_871, 8, 10, 0, 871, 8),
      (-3_763, 2, 1_827, 2, -5_590, 2),
    ])
  func change(last: Int, scale: Int, reference: Int, referenceScale: Int, expected: Int, at common: Int) {
    let change = euros(last, scale: scale).change(from: euros(reference, scale: referenceScale))
    #expect(change == euros(expected, scale: common))
  }

  @Test("A change between currencies, or one that does not fit, is not told")
  func noChange() {
    #expect(euros(1).change(from: Money(minorUnits: 1, currency: "USD", scale: 2)) == nil)
    #expect(euros(.max).change(from: euros(.min)) == nil)
    #expect(euros(.max, scale: 0).change(from: euros(1, scale: 18)) == nil)
  }

  @Test(
    "Percent rounds half to even and keeps its sign when it rounds to zero",
    arguments: [
      (235, 18_010, 130 as UInt64, 1),
      (-11, 4_113, 27 as UInt64, -1),
      (1, 1_000_000_000, 0 as UInt64, 1),
      (-1, 1_000_000_000, 0 as UInt64, -1),
      (0, 5, 0 as UInt64, 0),
      (1, 80_000, 0 as UInt64, 1),  // 0.00125 %: below half
      (5, 100_000, 0 as UInt64, 1),  // 0.005 %: half, to even
      (15, 100_000, 2 as UInt64, 1),  // 0.015 %: half, to even
      (25, 100_000, 2 as UInt64, 1),  // 0.025 %: half, to even
      (-25, 100_000, 2 as UInt64, -1),
      (1_000, 10, 1_000_000 as UInt64, 1),
    ])
  func percent(part: Int, whole: Int, hundredths: UInt64, sign: Int) throws {
    let percent = try #require(Percent(part: part, of: whole))
    #expect(percent == Percent(hundredths: hundredths, sign: sign))
  }

  @Test("There is no change since a reference of zero, which stands for none; since a negative one there is")
  func noChangeSinceZero() {
    #expect(euros(5_000).change(from: euros(0)) == nil)
    #expect(euros(5_000).change(from: euros(0, scale: 4)) == nil)
    #expect(euros(0).change(from: euros(0)) == nil)
    #expect(euros(0).change(from: euros(100)) == euros(-100))
    #expect(euros(5).change(from: euros(-5)) == euros(10))
  }

  @Test("There is no percent of a reference that is zero, negative, or too small for the change")
  func noPercent() {
    #expect(Percent(part: 1, of: 0) == nil)
    #expect(Percent(part: 1, of: -5) == nil)
    #expect(Percent(part: .max, of: 1) == nil)
    #expect(euros(5).percentChange(from: euros(0)) == nil)
    #expect(euros(5).percentChange(from: euros(-5)) == nil)
  }

  @Test("Percentages order by signed size")
  func order() throws {
    let sorted = [
      Percent(hundredths: 200, sign: -1), Percent(hundredths: 1, sign: -1), Percent(hundredths: 0, sign: -1),
      Percent(hundredths: 0, sign: 0), Percent(hundredths: 0, sign: 1), Percent(hundredths: 300, sign: 1),
    ]
    #expect(sorted.shuffled().sorted() == sorted)
  }
}
