import TapeDomain

/// A list printed once as JSON: an array of objects, one a line, prices as exact decimal strings.
///
/// A value that the source did not give is null; `live` is false whenever the price is not proven current, and
/// `simulated` is true whenever it is not a real one.
public enum OnceJSON {
  /// The array, ended by a line feed.
  public static func text(_ rows: [OnceRow], isSimulated: Bool) -> String {
    if rows.isEmpty { return "[]\n" }
    return "[\n" + rows.map { "  " + object($0, isSimulated) }.joined(separator: ",\n") + "\n]\n"
  }

  private static func object(_ row: OnceRow, _ isSimulated: Bool) -> String {
    let quote = row.quote.quote
    let fields: [(String, String)] = [
      ("symbol", string(row.instrument.symbol.text)),
      ("name", string(row.name)),
      ("last", string(row.last?.plainText)),
      ("currency", string(row.last?.currency)),
      (referenceName(of: quote), string(row.reference?.plainText)),
      ("change", string(row.change?.plainText)),
      ("percent", string(row.percent?.plainText)),
      ("time", string(quote?.time.rfc3339)),
      ("session", string(quote?.session.rawValue)),
      ("delay", quote.map { String($0.delayMinutes) } ?? "null"),
      ("live", String(row.quote.isLive)),
      ("state", string(row.state)),
      ("simulated", String(isSimulated)),
    ]
    return "{" + fields.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  /// What the change is measured from; it is never called a previous close when it is none.
  private static func referenceName(of quote: Quote?) -> String {
    switch quote?.reference?.kind {
    case .previousClose, nil: "previousClose"
    case .rolling24h: "price24hAgo"
    case .sessionOpen: "sessionOpen"
    }
  }

  /// A JSON string (RFC 8259, section 7), or null.
  static func string(_ text: String?) -> String {
    guard let text else { return "null" }
    let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\u{0}"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}
