public import TapeDomain

/// Reads lists from a file: JSON, CSV, a symbol on each line, or the YAML watchlist of the program `ticker`.
public enum ListFileReader {
  /// The largest file, in bytes.
  public static let maximumSize = 16 << 20

  /// What the file holds; its name's ending says what it is, else its first character does.
  ///
  /// - Throws: ``ListError`` that names the file, the line and what is allowed; then nothing was taken over.
  public static func read(_ bytes: [UInt8], file: String) throws(ListError) -> ListFileContent {
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw ListError(.refused, "\"\(file)\" is not text in UTF-8. Save it as UTF-8.")
    }
    if text.first == "\u{FEFF}" { text.removeFirst() }
    do {
      switch format(of: file, text) {
      case "json": return try JSONListFile.read(text)
      case "csv": return try CSVListFile.read(text)
      case "yaml", "yml": return try TickerWatchlist.read(text)
      default: return try PlainListFile.read(text)
      }
    } catch {
      throw ListError(.refused, "\"\(file)\" \(error.problem) Nothing was taken over.")
    }
  }

  private static func format(of file: String, _ text: String) -> String {
    let name = file.split(separator: "/").last ?? ""
    let ending = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } ?? "" : ""
    if ["json", "csv", "yaml", "yml", "txt"].contains(ending) { return ending }
    let first = text.first { !$0.isWhitespace }
    return first == "{" || first == "[" ? "json" : "txt"
  }
}
