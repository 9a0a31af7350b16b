import Testing

@testable import TapeData

@Suite struct DecimalNumberTests {
  @Test(
    "A number is read from its text, exactly and in its shortest form",
    arguments: [
      ("64000.01", 6_400_001, 2), ("3100.50", 31_005, 1), ("0.00000871", 871, 8), ("-12.50", -125, 1),
      ("7", 7, 0),
      ("0", 0, 0), ("-0", 0, 0), ("0.000", 0, 0), ("6.44e-06", 644, 8), ("1.23E-05", 123, 7),
      ("1E+3", 1_000, 0),
      ("1e3", 1_000, 0), ("1200", 1_200, 0), ("1200.0", 1_200, 0), ("12e-1", 12, 1), ("120e-1", 12, 0),
      ("25.35190000", 253_519, 4), ("1.50000000000000000000000000", 15, 1), ("007.5", 75, 1),
      ("9223372036854775807", Int.max, 0), ("0.000000000000000001", 1, 18), ("100000000e-8", 1, 0),
    ])
  func good(text: String, units: Int, scale: Int) {
    let bytes = Array(text.utf8)
    #expect(DecimalNumber(bytes.span) == DecimalNumber(units: units, scale: scale))
  }

  @Test(
    "What is no number, or none that fits, is none",
    arguments: [
      "", "-", ".", ".5", "5.", "1.2.3", "NaN", "Infinity", "1e", "1e+", "1e99", "1e-99", "1,5", "+1", " 1",
      "1 ", "0x10", "--1",
      "1234567890123456789012345", "9223372036854775808", "0.0000000000000000001", "1e19",
      "1e9999999999999999999",
    ])
  func bad(text: String) {
    let bytes = Array(text.utf8)
    #expect(DecimalNumber(bytes.span) == nil)
  }

  @Test("Units at a scale are exact or none; rounding is half to even")
  func scales() {
    let number = DecimalNumber(units: 125, scale: 2)
    #expect(number.units(atScale: 4) == 12_500)
    #expect(number.units(atScale: 1) == nil)
    #expect(DecimalNumber(units: Int.max, scale: 0).units(atScale: 1) == nil)
    #expect(number.roundedUnits(atScale: 1) == 12)
    #expect(DecimalNumber(units: 135, scale: 2).roundedUnits(atScale: 1) == 14)
    #expect(DecimalNumber(units: -125, scale: 2).roundedUnits(atScale: 1) == -12)
    #expect(DecimalNumber(units: -126, scale: 2).roundedUnits(atScale: 1) == -13)
  }

  @Test("A difference is exact and in its shortest form")
  func differences() {
    #expect(
      DecimalNumber(units: 640_001, scale: 1) - DecimalNumber(units: 10_001, scale: 1)
        == DecimalNumber(units: 63_000, scale: 0))
    #expect(
      DecimalNumber(units: 1, scale: 0) - DecimalNumber(units: 1, scale: 18)
        == DecimalNumber(units: 999_999_999_999_999_999, scale: 18))
    #expect(DecimalNumber(units: Int.max, scale: 0) - DecimalNumber(units: 1, scale: 3) == nil)
  }
}
