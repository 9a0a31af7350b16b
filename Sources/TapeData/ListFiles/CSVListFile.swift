import TapeDomain

/// Rows of comma-separated values (RFC 4180): a column `symbol` or `ticker`, and perhaps one `name`. Without titles the
/// first column has the symbols. Where commas stand for decimals, semicolons or tabs part the values.
enum CSVListFile {
  static func read(_ text: String) throws(ListFileFault) -> ListFileContent {
    var rows = try CSVRows.split(text, at: separator(of: text))
    var (symbolColumn, nameColumn): (Int, Int?) = (0, 1)
    if let first = rows.first {
      let titles = first.fields.map { $0.lowercased() }
      if let found = titles.firstIndex(of: "symbol") ?? titles.firstIndex(of: "ticker") {
        (symbolColumn, nameColumn) = (found, titles.firstIndex(of: "name"))
        rows.removeFirst()
      } else if titles.count > 1, titles.contains("name") {
        throw ListFileFault(line: first.line, "there is no column 'symbol' among the titles.")
      }
    }
    var instruments: [Instrument] = []
    for row in rows {
      guard row.fields.indices.contains(symbolColumn) else {
        throw ListFileFault(line: row.line, "there is no column \(symbolColumn + 1) with a symbol.")
      }
      let symbol = try ListFileFault.symbol(row.fields[symbolColumn], line: row.line)
      let name = nameColumn.flatMap { row.fields.indices.contains($0) ? row.fields[$0] : nil } ?? ""
      instruments.append(Instrument(symbol: symbol, name: name))
    }
    return ListFileContent(lists: [(nil, instruments)])
  }

  /// What parts the values: what the first line has of a comma, a semicolon and a tab, in this order.
  private static func separator(of text: String) -> Character {
    let line = text.prefix { !$0.isNewline }
    return [",", ";", "\t"].first { line.contains($0) } ?? ","
  }

  static func write(_ list: NamedList) -> String {
    "symbol,name\n" + list.instruments.map { "\(quoted($0.symbol.text)),\(quoted($0.name))\n" }.joined()
  }

  private static func quoted(_ field: String) -> String {
    let isPlain = field.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 >= 0x20 }
    return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
