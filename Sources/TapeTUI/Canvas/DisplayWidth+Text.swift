extension DisplayWidth {
  /// The columns that a text takes as ``Canvas`` draws it; a scalar that cannot be shown takes the one of its
  /// `?`.
  public func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      let columns = columns(of: scalar)
      return sum + (columns < 0 ? 1 : columns)
    }
  }

  /// The text if it fits into so many columns, else its beginning with `ellipsis` at the end.
  ///
  /// A wide character is never halved. A base keeps at most ``marksPerCharacter`` marks, so that a hostile
  /// name cannot stack them without bound.
  public func cut(_ text: String, to limit: Int, ellipsis: String) -> String {
    guard limit > 0 else { return "" }
    // Nearly every text is short and plain ASCII and passes as it is.
    if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    let isWhole = columns(of: text) <= limit
    let room = isWhole ? limit : limit - columns(of: ellipsis)
    var kept = String.UnicodeScalarView()
    var used = 0
    var marks = 0
    for scalar in text.unicodeScalars {
      let columns = columns(of: scalar)
      guard used + abs(columns) <= room else { break }
      marks = columns == 0 ? marks + 1 : 0
      if marks > Self.marksPerCharacter || (columns == 0 && used == 0) { continue }
      kept.append(scalar)
      used += abs(columns)
    }
    if isWhole { return String(kept) }
    return room < 0 ? String(repeating: ".", count: limit) : String(kept) + ellipsis
  }

  /// How many marks of no width one character keeps when a text is cut.
  static var marksPerCharacter: Int { 4 }
}
