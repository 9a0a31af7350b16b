import Testing

@testable import TapeTUI

@Suite struct TerminalFallbackTests {
  @Test(
    "A terminal that a bare server does not know is drawn like its nearest kin",
    arguments: [
      ("xterm-kitty", ["xterm-kitty", "xterm-256color", "xterm", "vt100"]),
      ("xterm-ghostty", ["xterm-ghostty", "xterm-256color", "xterm", "vt100"]),
      ("alacritty", ["alacritty", "xterm-256color", "xterm", "vt100"]),
      ("foot", ["foot", "xterm-256color", "xterm", "vt100"]),
      ("st-256color", ["st-256color", "xterm-256color", "xterm", "vt100"]),
      ("tmux-direct", ["tmux-direct", "screen-256color", "screen", "vt100"]),
      ("screen.foot", ["screen.foot", "screen-256color", "screen", "vt100"]),
      ("televideo", ["televideo", "vt100"]),
      ("vt100", ["vt100"]),
    ])
  func candidates(name: String, expected: [String]) {
    #expect(TerminalFallback.candidates(for: name, color: .auto) == expected)
  }

  @Test("Asking for 256 colours tries the terminal's richer entry first")
  func richerEntry() {
    #expect(TerminalFallback.candidates(for: "xterm", color: .many).prefix(2) == ["xterm-256color", "xterm"])
    #expect(TerminalFallback.candidates(for: "tmux-256color", color: .many).first == "tmux-256color")
  }
}
