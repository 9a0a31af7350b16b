import CTerminal

/// What the locale lets this program write, on the screen or in a pipe.
public struct CharacterSet: Sendable {
  /// Whether characters beyond ASCII may be written.
  public let isUnicode: Bool

  /// Takes the process over to the environment's locale; `ascii` keeps to ASCII whatever it is.
  public init(environment: [String: String], ascii: Bool) {
    isUnicode = tape_use_locale(LocaleEnvironment.namesUTF8(environment)) && !ascii
  }

  /// The columns of characters by the tables of the C library, which are the ones ncurses uses.
  public var width: DisplayWidth {
    let isUnicode = isUnicode
    return DisplayWidth { scalar in
      isUnicode || scalar.isASCII ? Int(tape_character_columns(scalar.value)) : -1
    }
  }
}
