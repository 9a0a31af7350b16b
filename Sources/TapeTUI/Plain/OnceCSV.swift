import TapeDomain

/// A list printed once as comma-separated values (RFC 4180): a header line, lines ended by CR LF, exact
/// decimals.
///
/// A value that the source did not give is empty.
public enum OnceCSV {
  private static let header = [
    "symbol", "name", "last", "currency", "reference", "referenceKind", "change", "percent", "time",
    "session", "delay", "live", "state", "simulated",
  ]

  /// The header and a line for each row; the last column says whether the prices are not real ones.
  public static func text(_ rows: [OnceRow], isSimulated: Bool) -> String {
    let lines = [header] + rows.map { fields($0) + [String(isSimulated)] }
    return lines.map { $0.map(escaped).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func fields(_ row: OnceRow) -> [String] {
    let quote = row.quote.quote
    return [
      row.instrument.symbol.text, row.name, row.last?.plainText ?? "", row.last?.currency ?? "",
      row.reference?.plainText ?? "", row.reference == nil ? "" : kind(quote?.reference),
      row.change?.plainText ?? "",
      row.percent?.plainText ?? "", quote?.time.rfc3339 ?? "", quote?.session.rawValue ?? "",
      quote.map { String($0.delayMinutes) } ?? "", String(row.quote.isLive), row.state,
    ]
  }

  private static func kind(_ reference: Reference?) -> String {
    switch reference?.kind {
    case .previousClose: "previousClose"
    case .rolling24h: "rolling24h"
    case .sessionOpen: "sessionOpen"
    case nil: ""
    }
  }

  /// The field in quotes when it has a comma, a quote or a line break (RFC 4180, section 2).
  static func escaped(_ field: String) -> String {
    guard field.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return field
    }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
