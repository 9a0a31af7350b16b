import Testing

@testable import TapeTUI

@Suite struct TerminalErrorTests {
  @Test(
    "Every error names a command to run instead",
    arguments: [
      TerminalError.notATerminal, .nameNotSet, .unknownTerminal("x"), .cannotMoveCursor("dumb"),
      .unavailable("no pipe"),
    ])
  func commands(error: TerminalError) {
    #expect(error.description.contains("`tape --once`"))
  }

  @Test("The terminal's name is quoted, on one line")
  func name() {
    let text = TerminalError.unknownTerminal("kittty").description
    #expect(text.contains("\"kittty\""))
    #expect(!text.contains("\n"))
  }
}
