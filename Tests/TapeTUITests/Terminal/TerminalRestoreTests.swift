import Testing

@testable import TapeTUI

@Suite struct TerminalRestoreTests {
  @Test(
    "Delays of terminfo strings are not sent",
    arguments: [
      ("\u{1B}[m", "\u{1B}[m"), ("\u{1B}[2J$<50>", "\u{1B}[2J"), ("a$<2*/>b$<1.5>c", "abc"), ("$5", "$5"),
      ("a$<", "a$<"), ("$", "$"), ("", ""),
    ])
  func padding(text: String, expected: String) {
    #expect(TerminalRestore.withoutPadding(text) == expected)
  }

  @Test("The user's own screen comes back last, after colours, modes and the cursor")
  func order() {
    let text = TerminalRestore.text(usesPaste: true, usesMouse: true) { "<\($0)>" }
    #expect(
      text == "<sgr0><op><rmkx>\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l<cnorm><rmcup>")
  }

  @Test("What the terminal lacks, or was never switched on, is left out")
  func lacking() {
    let text = TerminalRestore.text(usesPaste: false, usesMouse: false) { $0 == "sgr0" ? "m$<2>" : nil }
    #expect(text == "m")
  }
}
