import TapeDomain

/// A symbol on each line; what follows `#` is a comment.
enum PlainListFile {
  static func read(_ text: String) throws(ListFileFault) -> ListFileContent {
    var instruments: [Instrument] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard let word = words.first else { continue }
      guard words.count == 1 else {
        throw ListFileFault(
          line: index + 1, "one symbol is allowed on a line, there are \(words.count) words.")
      }
      let symbol = try ListFileFault.symbol(String(word), line: index + 1)
      instruments.append(Instrument(symbol: symbol, name: ""))
    }
    if instruments.isEmpty { throw ListFileFault("has no symbols.") }
    return ListFileContent(lists: [(nil, instruments)])
  }

  static func write(_ list: NamedList) -> String {
    list.instruments.map { "\($0.symbol)\n" }.joined()
  }
}
