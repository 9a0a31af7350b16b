import Testing

@testable import TapeTUI

@Suite struct DirectColorTests {
  @Test(
    "Palette numbers become the colours they stand for",
    arguments: [
      (Int32(28), Int32(0x008700)), (196, 0xFF0000), (231, 0xFFFFFF), (244, 0x808080), (232, 0x080808),
      (255, 0xEEEEEE), (32, 0x0087D7),
    ])
  func values(index: Int32, expected: Int32) {
    #expect(DirectColor.value(of: index) == expected)
  }

  @Test("Black is no value that direct-colour terminals read as a palette number")
  func black() {
    #expect(DirectColor.value(of: 16) >= 8)
  }

  @Test("The default colour stays the default")
  func defaultColor() {
    #expect(DirectColor.value(of: Look.defaultColor) == Look.defaultColor)
  }
}
