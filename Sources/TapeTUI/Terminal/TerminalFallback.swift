/// Which terminfo entries describe a terminal, best first.
///
/// A bare server knows some 45 terminals; kitty, ghostty, alacritty and foot are not among them, but all of them
/// understand what xterm does.
enum TerminalFallback {
  private static let likeXterm = [
    "xterm", "kitty", "alacritty", "foot", "wezterm", "ghostty", "rio", "contour",
  ]
  private static let likeScreen = ["tmux", "screen"]

  /// The entries to try in order, each once; the first is the terminal's own unless more colours are asked for.
  static func candidates(for name: String, color: ColorChoice) -> [String] {
    var names = [name]
    if color == .many, !name.contains("256color"), !name.contains("direct") {
      names.insert("\(name)-256color", at: 0)
    }
    for candidate in substitutes(for: name) where !names.contains(candidate) {
      names.append(candidate)
    }
    return names
  }

  private static func substitutes(for name: String) -> [String] {
    if likeScreen.contains(where: name.hasPrefix) {
      ["screen-256color", "screen", "vt100"]
    } else if likeXterm.contains(where: name.hasPrefix) || name.hasSuffix("-256color") {
      ["xterm-256color", "xterm", "vt100"]
    } else {
      ["vt100"]
    }
  }
}
