import Testing

@testable import TapeTUI

@Suite struct ColorSupportTests {
  @Test(
    "The terminal's count of colours gives the level",
    arguments: [
      (-1, TerminalTraits.Colors.none), (2, .none), (8, .eight), (15, .eight), (16, .sixteen), (88, .sixteen),
      (256, .many), (16_777_216, .many),
    ])
  func levels(count: Int, expected: TerminalTraits.Colors) {
    #expect(ColorSupport.colors(choice: .auto, environment: [:], available: count) == expected)
  }

  @Test(
    "NO_COLOR takes the colours away unless it is empty",
    arguments: [("1", TerminalTraits.Colors.none), ("0", .none), ("", .many)])
  func noColor(value: String, expected: TerminalTraits.Colors) {
    let colors = ColorSupport.colors(choice: .auto, environment: ["NO_COLOR": value], available: 256)
    #expect(colors == expected)
  }

  @Test(
    "A choice comes before NO_COLOR and never exceeds what the terminal has",
    arguments: [
      (ColorChoice.never, 256, TerminalTraits.Colors.none), (.sixteen, 256, .sixteen), (.sixteen, 8, .eight),
      (.many, 256, .many), (.many, 8, .eight), (.many, -1, .none),
    ])
  func choices(choice: ColorChoice, count: Int, expected: TerminalTraits.Colors) {
    let colors = ColorSupport.colors(choice: choice, environment: ["NO_COLOR": "1"], available: count)
    #expect(colors == expected)
  }
}
