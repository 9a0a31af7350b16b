import TapeDomain

/// Rows of comma-separated values (RFC 4180): a column `symbol`, and perhaps one `name`.
enum CSVListFile {
  static func read(_ text: String) throws(ListFileFault) -> ListFileContent {
    var rows = try CSVRows.split(text)
    var (symbolColumn, nameColumn): (Int, Int?) = (0, 1)
    if let first = rows.first {
      let titles = first.fields.map { $0.lowercased() }
      if let found = titles.firstIndex(of: "symbol") {
        (symbolColumn, nameColumn) = (found, titles.firstIndex(of: "name"))
        rows.removeFirst()
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

  static func write(_ list: NamedList) -> String {
    "symbol,name\n" + list.instruments.map { "\(quoted($0.symbol.text)),\(quoted($0.name))\n" }.joined()
  }

  private static func quoted(_ field: String) -> String {
    let isPlain = field.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 >= 0x20 }
    return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
