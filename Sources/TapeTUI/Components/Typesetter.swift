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

  /// A number as it is drawn, in the two parts that a column aligns.
  func parts(_ number: DecimalText) -> (whole: String, rest: String) {
    let leading = min(max(0, number.leading), number.text.count)
    return (spelled(String(number.text.prefix(leading))), spelled(String(number.text.dropFirst(leading))))
  }

  /// A number in at most so many columns: whole, else without its currency, else a sign that it is not shown.
  func parts(_ number: DecimalText, within limit: Int) -> (whole: String, rest: String) {
    let whole = parts(number)
    if columns(whole) <= limit { return whole }
    let withoutSuffix = parts(number.withoutSuffix)
    if columns(withoutSuffix) <= limit { return withoutSuffix }
    let bare = parts(number.bare)
    return columns(bare) <= limit ? bare : (glyphs.ellipsis, "")
  }

  private func columns(_ parts: (whole: String, rest: String)) -> Int {
    width.columns(of: parts.whole) + width.columns(of: parts.rest)
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
