import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct OnceTests {
  private static let real = SourceLabel(word: "", quality: "prices.example", isSimulated: false)
  private static let demo = SourceLabel(word: "DEMO", quality: "simulated prices", isSimulated: true)
  private static let time = Timestamp(nanoseconds: 1_795_788_201_123_000_000)

  private static func rows() throws -> [OnceRow] {
    func row(
      _ symbol: String, _ name: String, _ last: Money?, _ close: Money?, _ freshness: Freshness = .live,
      session: MarketSession = .open, delay: Int = 0
    ) throws -> OnceRow {
      let symbol = try #require(Symbol(symbol))
      let quote = Quote(
        symbol: symbol, sequence: 1, last: last,
        reference: close.map { Reference(kind: .previousClose, price: $0) },
        time: time, session: session, delayMinutes: delay)
      return OnceRow(
        instrument: Instrument(symbol: symbol, name: name),
        quote: LiveQuote(quote: quote, freshness: freshness))
    }
    func money(_ units: Int, _ currency: String, _ scale: Int) -> Money {
      Money(minorUnits: units, currency: currency, scale: scale)
    }
    return [
      try row("ACME", "Acme", money(18_245, "EUR", 2), money(18_010, "EUR", 2)),
      try row("OIL", "Oil, \"sweet\"", money(-3_763, "USD", 2), money(1_827, "USD", 2), .stale(since: time)),
      try row("SHIB", "日本\u{1B}[31m", money(871, "USD", 8), nil, session: .halted),
      try row("PEN", "Penny", money(1_045, "GBX", 0), money(1_045, "GBX", 0), session: .closed, delay: 15),
      OnceRow(
        instrument: Instrument(symbol: try #require(Symbol("NOPE")), name: ""),
        quote: LiveQuote(absence: .unknownSymbol)),
    ]
  }

  @Test("The table stands on its points and says which prices are not live")
  func table() throws {
    let text = OnceTable(width: .test, isUnicode: true).text(try Self.rows(), source: Self.real)
    #expect(
      text == """
        SYMBOL  NAME                   LAST  CUR     CHG      CHG %  STATE
        ACME    Acme           182.45        EUR   +2.35    +1.30 %
        OIL     Oil, "sweet"   -37.63        USD  -55.90  -305.97 %  not live, price of 2026-11-27T14:03:21.123Z
        SHIB    日本[31m         0.00000871  USD    —        —       HALTED
        PEN     Penny         1045           GBX    0        0.00 %  CLOSED D15
        NOPE                     —                  —        —       unknown symbol

        """)
  }

  @Test("JSON has exact decimals as strings, and nothing that the source did not say")
  func json() throws {
    let text = OnceJSON.text(try Self.rows(), isSimulated: false)
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(objects.count == 5)
    #expect(
      text.contains(
        #"{"symbol": "ACME", "name": "Acme", "last": "182.45", "currency": "EUR", "previousClose": "180.10", "#
          + #""change": "2.35", "percent": "1.30", "time": "2026-11-27T14:03:21.123Z", "session": "OPEN", "#
          + #""delay": 0, "live": true, "state": "live", "simulated": false}"#))
    #expect(objects[1]["live"] as? Bool == false)
    #expect(objects[1]["name"] as? String == "Oil, \"sweet\"")
    #expect(objects[2]["last"] as? String == "0.00000871")
    #expect(objects[2]["previousClose"] is NSNull)
    #expect(objects[4]["last"] is NSNull)
    #expect(objects[4]["state"] as? String == "unknown symbol")
    #expect(OnceJSON.text([], isSimulated: true) == "[]\n")
  }

  @Test("CSV is RFC 4180: a header, quotes where they are needed, lines ended by CR LF")
  func csv() throws {
    let lines = OnceCSV.text(try Self.rows(), isSimulated: false).components(separatedBy: "\r\n")
    #expect(lines.count == 7)
    #expect(lines.last == "")
    #expect(
      lines[2] == "OIL,\"Oil, \"\"sweet\"\"\",-37.63,USD,18.27,previousClose,-55.90,-305.97,"
        + "2026-11-27T14:03:21.123Z,OPEN,0,false,not live,false")
    #expect(lines[5] == "NOPE,,,,,,,,,,,false,unknown symbol,false")
  }

  @Test("A previous close of zero is none")
  func zeroReference() throws {
    let rows = try [Self.rows()[0]].map { row in
      var quote = try #require(row.quote.quote)
      quote.reference = Reference(
        kind: .previousClose, price: Money(minorUnits: 0, currency: "EUR", scale: 2))
      return OnceRow(instrument: row.instrument, quote: LiveQuote(quote: quote, freshness: .live))
    }
    let json = OnceJSON.text(rows, isSimulated: false)
    #expect(json.contains(#""previousClose": null, "change": null, "percent": null"#))
    #expect(OnceCSV.text(rows, isSimulated: false).contains("ACME,Acme,182.45,EUR,,,,,"))
  }

  @Test("Simulated prices say so in every format, even when the source has no word for them")
  func simulated() throws {
    let rows = try Self.rows()
    let table = OnceTable(width: .test, isUnicode: true)
    #expect(table.text(rows, source: Self.demo).hasSuffix("unknown symbol\n\nDEMO simulated prices\n"))
    let wordless = SourceLabel(word: "", quality: "", isSimulated: true)
    #expect(table.text(rows, source: wordless).hasSuffix("\n\nsimulated prices\n"))
    let text = OnceJSON.text(rows, isSimulated: true)
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(objects.allSatisfy { $0["simulated"] as? Bool == true })
    let lines = OnceCSV.text(rows, isSimulated: true).components(separatedBy: "\r\n").dropLast()
    #expect(lines.first?.hasSuffix(",simulated") == true)
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(",true") })
  }

  @Test("No format lets an escape sequence through")
  func escapes() throws {
    let rows = try Self.rows()
    let texts = [
      OnceTable(width: .test, isUnicode: true).text(rows, source: Self.demo),
      OnceJSON.text(rows, isSimulated: true), OnceCSV.text(rows, isSimulated: true),
    ]
    #expect(texts.allSatisfy { !$0.contains("\u{1B}") })
  }

  @Test(
    "Money in plain digits is exact at every scale",
    arguments: [
      (18_245, 2, "182.45"), (-3_763, 2, "-37.63"), (0, 2, "0.00"), (5, 2, "0.05"), (-5, 8, "-0.00000005"),
      (1_045, 0, "1045"), (Int.min, 18, "-9.223372036854775808"), (Int.max, 0, "9223372036854775807"),
    ])
  func plain(units: Int, scale: Int, text: String) {
    #expect(Money(minorUnits: units, currency: "EUR", scale: scale).plainText == text)
  }

  @Test(
    "Times are RFC 3339 with as many digits as they have",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_795_788_201_000_000_000, "2026-11-27T14:03:21Z"),
      (1_795_788_201_000_000_001, "2026-11-27T14:03:21.000000001Z"), (-1, "1969-12-31T23:59:59.999999999Z"),
      (1_795_788_201_123_400_000, "2026-11-27T14:03:21.123400Z"),
    ] as [(Int64, String)])
  func times(nanoseconds: Int64, text: String) {
    #expect(Timestamp(nanoseconds: nanoseconds).rfc3339 == text)
  }

  @Test(
    "A time with a fixed number of digits is cut and not rounded, at the ends of what 64 bits hold too",
    arguments: [
      (0, 3, "1970-01-01T00:00:00.000Z"), (1_795_788_201_999_999_999, 3, "2026-11-27T14:03:21.999Z"),
      (-1, 0, "1969-12-31T23:59:59Z"), (.min, 9, "1677-09-21T00:12:43.145224192Z"),
      (.max, 9, "2262-04-11T23:47:16.854775807Z"),
    ] as [(Int64, Int, String)])
  func fixedDigits(nanoseconds: Int64, digits: Int, text: String) {
    #expect(Timestamp(nanoseconds: nanoseconds).rfc3339(fractionDigits: digits) == text)
  }
}
