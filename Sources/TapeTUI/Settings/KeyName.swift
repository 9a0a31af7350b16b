/// Reads keys as the settings write them: `q`, `space`, `ctrl-x`, `alt-x`, `f5`, `pgdn`.
enum KeyName {
  private static let named: [String: Key] = [
    "space": .character(" "), "enter": .enter, "esc": .escape, "tab": .tab, "shift-tab": .backTab,
    "backspace": .backspace, "del": .delete, "ins": .insert, "up": .up, "down": .down, "left": .left,
    "right": .right, "pgup": .pageUp, "pgdn": .pageDown, "home": .home, "end": .end,
  ]

  /// The key of that text.
  ///
  /// - Throws: ``SettingRefusal`` with what is allowed; Ctrl-C and Ctrl-Z always end and stop the program.
  static func key(_ text: String) throws(SettingRefusal) -> Key {
    if text.count == 1, let character = text.first, !character.isWhitespace, character != "\u{7F}",
      character.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
    {
      return .character(character)
    }
    let word = text.lowercased()
    if let key = named[word] { return key }
    if word.hasPrefix("f"), let number = Int(word.dropFirst()), (1...63).contains(number) {
      return .function(number)
    }
    if word.hasPrefix("ctrl-"), word.count == 6, let letter = word.last, letter.isASCII, letter.isLetter {
      // These arrive as other keys, or not at all.
      if "cz\\".contains(letter) {
        throw SettingRefusal(
          "'\(text)' is always the terminal's own: Ctrl-C ends, Ctrl-Z stops. Choose another key.")
      }
      if "hijm".contains(letter) {
        throw SettingRefusal(
          "'\(text)' is the same as Backspace, Tab or Enter for a terminal. Choose another key.")
      }
      return .control(letter)
    }
    if word.hasPrefix("alt-"), text.count == 5, let character = text.last, !character.isWhitespace {
      return .alt(character)
    }
    throw SettingRefusal(
      "'\(text)' is no key. Allowed: a character, ctrl-x, alt-x, f1 to f63, and "
        + named.keys.sorted().joined(separator: ", ") + ".")
  }
}
