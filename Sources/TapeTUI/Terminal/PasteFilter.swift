/// Tells pasted text from keys: on a list, a pasted `q` must not quit.
///
/// What is left of a paste is text for a line: without anything a terminal would obey, and only its first line, since
/// the end of a line is no command either.
struct PasteFilter: Sendable {
  private static let end = Array("\u{1B}[201~".unicodeScalars)

  private var isPasting = false
  /// How many characters of the end have arrived.
  private var matched = 0
  /// Whether the paste has given text, and whether its first line is over.
  private var hasText = false
  private var isCut = false

  /// The input with pasted characters marked as such.
  ///
  /// The end of a paste counts in pieces too: on a slow link its characters may arrive one by one.
  mutating func marked(_ input: [RawKey]) -> [RawKey] {
    var marked: [RawKey] = []
    for item in input {
      switch item {
      case .pasteStart:
        self = PasteFilter()
        isPasting = true
      case .pasteEnd:
        isPasting = false
      case .scalar(let scalar) where isPasting:
        paste(scalar, into: &marked)
      case .key, .scalar, .pasted:
        // Text that looks like a key is none.
        if !isPasting { marked.append(item) }
      }
    }
    return marked
  }

  private mutating func paste(_ scalar: Unicode.Scalar, into marked: inout [RawKey]) {
    if scalar == Self.end[matched] {
      matched += 1
      if matched == Self.end.count { isPasting = false }
      return
    }
    // What looked like the end was text; its Escape is dropped like any other.
    for held in Self.end[..<matched].dropFirst() { keep(held, into: &marked) }
    matched = scalar == Self.end[0] ? 1 : 0
    if matched == 0 { keep(scalar, into: &marked) }
  }

  private mutating func keep(_ scalar: Unicode.Scalar, into marked: inout [RawKey]) {
    if scalar.properties.isWhitespace {
      if Self.endsLine(scalar) { isCut = hasText }
      if hasText, !isCut { marked.append(.pasted(" ")) }
    } else if !isCut, TextSanitizer.isShown(scalar) {
      marked.append(.pasted(scalar))
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
