/// The bytes that hand a terminal back, worked out while everything is well so that a crash only has to write them.
enum TerminalRestore {
  /// Asks the terminal to announce pasted text (xterm, mode 2004).
  static let pasteOn = "\u{1B}[?2004h"
  /// Takes that back.
  static let pasteOff = "\u{1B}[?2004l"
  /// Ends reports of the mouse, in the form of mode 1006 or the old one.
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

  /// Plain colours and keys, no mouse, no paste brackets, a visible cursor and the user's own screen.
  ///
  /// `capability` looks up a terminfo string by its name.
  static func text(usesPaste: Bool, usesMouse: Bool, capability: (String) -> String?) -> String {
    let before = ["sgr0", "op", "rmkx"].compactMap(capability)
    let modes = (usesMouse ? [mouseOff] : []) + (usesPaste ? [pasteOff] : [])
    let after = ["cnorm", "rmcup"].compactMap(capability)
    return (before + modes + after).map(withoutPadding).joined()
  }

  /// The text without terminfo's delays, such as `$<5>` or `$<2*/>`, which are not meant for the terminal.
  static func withoutPadding(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "$") {
      result += rest[..<start]
      let after = rest.index(after: start)
      guard after < rest.endIndex, rest[after] == "<", let end = rest[after...].firstIndex(of: ">") else {
        result += "$"
        rest = rest[after...]
        continue
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
