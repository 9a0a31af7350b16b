/// Tells pasted text from keys: on a list, a pasted `q` must not quit.
///
/// What is left of a paste is text for a line: without anything a terminal would obey, and only its first line, since
/// the end of a line is no command either.
///
/// A paste that is never closed ends by a time limit. What comes together after that is still its text, since a link may
/// only have stalled, and nobody types several characters at once; a character that comes alone is typed.
struct PasteFilter: Sendable {
  private enum State: Sendable {
    case outside
    case inside
    /// Given up without its end, which may still come.
    case stalled
  }

  private static let end = Array("\u{1B}[201~".unicodeScalars)

  private var state = State.outside
  /// How many characters of the end have arrived.
  private var matched = 0
  /// Whether the paste has given text, and whether its first line is over.
  private var hasText = false
  private var isCut = false

  /// Whether what comes next is pasted.
  var isPasting: Bool { state == .inside }
  /// Whether an Escape was the last that came: the beginning of the end, or the user's way out.
  var endsWithEscape: Bool { isPasting && matched == 1 }

  /// The terminal announces a paste.
  mutating func begin() {
    self = PasteFilter()
    state = .inside
  }

  /// The terminal says that it is over.
  mutating func finish() {
    state = .outside
  }

  /// Gives a paste up of which nothing more has come in time.
  mutating func timeOut() {
    if state == .inside { state = .stalled }
  }

  /// Looks at what came together before it is read: whether it goes on with a paste that was given up.
  mutating func meet(_ input: [RawKey]) {
    guard state == .stalled, case .scalar(let first)? = input.first else { return }
    let goesOn = input.count > 1 ? first != Self.end[0] : matched > 0 && first == Self.end[matched]
    if goesOn {
      state = .inside
    } else if input.count == 1 {
      state = .outside
    }
  }

  /// Takes an item of the paste; the text that it gives, none for most items.
  ///
  /// The end of a paste counts in pieces too: on a slow link its characters may arrive one by one.
  mutating func take(_ item: RawKey) -> [Unicode.Scalar] {
    switch item {
    case .pasteStart: begin()
    case .pasteEnd: finish()
    case .scalar(let scalar): return paste(scalar)
    // Text that looks like a key is none.
    case .key: break
    }
    return []
  }

  private mutating func paste(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar == Self.end[matched] {
      matched += 1
      if matched == Self.end.count { finish() }
      return []
    }
    // What looked like the end was text; its Escape is dropped like any other.
    var text: [Unicode.Scalar] = []
    for held in Self.end[..<matched].dropFirst() { keep(held, in: &text) }
    matched = scalar == Self.end[0] ? 1 : 0
    if matched == 0 { keep(scalar, in: &text) }
    return text
  }

  private mutating func keep(_ scalar: Unicode.Scalar, in text: inout [Unicode.Scalar]) {
    if scalar.properties.isWhitespace {
      if Self.endsLine(scalar) { isCut = hasText }
      if hasText, !isCut { text.append(" ") }
    } else if !isCut, TextSanitizer.isShown(scalar) {
      text.append(scalar)
      hasText = true
    }
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
