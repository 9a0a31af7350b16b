/// Fits text to a terminal: measures it, cuts it, and spells it in ASCII where nothing else may be drawn.
struct Typesetter: Sendable {
  /// How many columns characters take.
  let width: DisplayWidth
  /// The signs that may be drawn.
  let glyphs: Glyphs
  /// Whether characters beyond ASCII may be drawn.
  let isUnicode: Bool

  /// A typesetter for a terminal of those traits.
  init(width: DisplayWidth, isUnicode: Bool) {
    self.width = width
    self.isUnicode = isUnicode
    glyphs = Glyphs(isUnicode: isUnicode)
  }

  /// The text in characters that may be drawn.
  func spelled(_ text: String) -> String {
    isUnicode ? text : ASCIISpelling.spelled(text)
  }

  /// How many columns the text takes as it is drawn.
  func columns(_ text: String) -> Int {
    width.columns(of: spelled(text))
  }

  /// The text as it is drawn in at most so many columns, with a sign at the end when it was cut.
  func cut(_ text: String, to limit: Int) -> String {
    width.cut(spelled(text), to: limit, ellipsis: glyphs.ellipsis)
  }

  /// The columns of a number as it is drawn: before its separator, and from there on.
  func widths(_ number: DecimalText) -> (whole: Int, rest: Int) {
    let text = number.text
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      let whole = min(max(0, number.leading), text.utf8.count)
      return (whole, text.utf8.count - whole)
    }
    let separator =
      text.index(text.startIndex, offsetBy: max(0, number.leading), limitedBy: text.endIndex) ?? text.endIndex
    return (columns(String(text[..<separator])), columns(String(text[separator...])))
  }

  /// A number in at most so many columns: whole, else without its currency, else a sign that it is not shown; with
  /// the columns before its separator and from there on.
  func fitted(_ number: DecimalText, within limit: Int) -> (text: String, whole: Int, rest: Int) {
    fits(number, limit) ?? fits(number.withoutSuffix, limit) ?? fits(number.bare, limit)
      ?? (glyphs.ellipsis, width.columns(of: glyphs.ellipsis), 0)
  }

  private func fits(_ number: DecimalText, _ limit: Int) -> (text: String, whole: Int, rest: Int)? {
    let (whole, rest) = widths(number)
    return whole + rest <= limit ? (spelled(number.text), whole, rest) : nil
  }

  /// The text on lines of at most so many columns, broken at spaces; the last line is cut when there is more.
  func wrapped(_ text: String, to limit: Int, lines: Int) -> [String] {
    var wrapped: [String] = []
    var rest = spelled(text)[...]
    while wrapped.count < lines - 1, width.columns(of: rest) > limit {
      let fitting = rest.indices.filter { rest[$0] == " " && width.columns(of: rest[..<$0]) <= limit }
      guard let end = fitting.last else { break }
      wrapped.append(String(rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty ? wrapped : wrapped + [cut(String(rest), to: limit)]
  }
}
