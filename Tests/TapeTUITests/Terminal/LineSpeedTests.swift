import Testing

@testable import TapeTUI

@Suite struct LineSpeedTests {
  private func run(_ text: String) -> StyledRun {
    StyledRun(row: 0, column: 0, scalars: Array(text.unicodeScalars), style: Style())
  }

  @Test(
    "A slow line takes a tenth of its bits for bytes", arguments: [(9_600, 125), (300, 4_000), (4_800, 250)])
  func slow(speed: Int, milliseconds: Int) {
    let runs = [run(String(repeating: "a", count: 36)), run("€€€€€€€€€€") + 6]
    #expect(LineSpeed(bitsPerSecond: speed).time(for: runs) == .milliseconds(milliseconds))
  }

  @Test("A pseudo-terminal, and a line of no known speed, need no time", arguments: [38_400, 115_200, 0, -1])
  func fast(speed: Int) {
    #expect(LineSpeed(bitsPerSecond: speed).time(for: [run("prices")]) == .zero)
  }
}

extension StyledRun {
  /// The run with so many blanks behind it.
  fileprivate static func + (run: StyledRun, blanks: Int) -> StyledRun {
    var longer = run
    longer.scalars += Array(repeating: " ", count: blanks)
    return longer
  }
}
