import TapeDomain

/// Reads and writes the tables of ``QuoteCacheSchema``.
struct QuoteCacheTables {
  let connection: SQLiteConnection

  func instruments(of source: String) throws -> [Instrument] {
    var instruments: [Instrument] = []
    try connection.run(
      "SELECT symbol, name FROM instrument WHERE source = ? ORDER BY position", [.text(source)]
    ) {
      guard let symbol = Symbol($0.text(0) ?? "") else { return }
      instruments.append(Instrument(symbol: symbol, name: $0.text(1) ?? ""))
    }
    return instruments
  }

  func keep(_ instruments: [Instrument], of source: String) throws {
    try connection.run("DELETE FROM instrument WHERE source = ?", [.text(source)])
    for (index, instrument) in instruments.prefix(QuoteCache.maximumQuotes).enumerated() {
      try connection.run(
        "INSERT INTO instrument (source, position, symbol, name) VALUES (?, ?, ?, ?)",
        [.text(source), .integer(Int64(index)), .text(instrument.symbol.text), .text(instrument.name)])
    }
  }

  func quotes(of source: String) throws -> [Quote] {
    var quotes: [Quote] = []
    try connection.run(
      """
      SELECT symbol, time, currency, scale, last, reference, kind, session, delay, open, high, low, bid, ask, volume
      FROM quote WHERE source = ?
      """, [.text(source)]
    ) { row in
      let scale = Int(row.integer(3))
      guard let symbol = Symbol(row.text(0) ?? ""), (0...Money.maximumScale).contains(scale),
        let currency = row.text(2)
      else { return }
      func money(_ column: Int32) -> Money? {
        row.optionalInteger(column).map { Money(minorUnits: Int($0), currency: currency, scale: scale) }
      }
      let kind: Reference.Kind =
        row.integer(6) == 1 ? .rolling24h : row.integer(6) == 2 ? .sessionOpen : .previousClose
      quotes.append(
        Quote(
          symbol: symbol, sequence: 0, last: money(4),
          reference: money(5).map { Reference(kind: kind, price: $0) },
          time: Timestamp(nanoseconds: row.integer(1)),
          session: row.text(7).flatMap(MarketSession.init(rawValue:)) ?? .open,
          delayMinutes: Int(row.integer(8)), open: money(9), high: money(10), low: money(11), bid: money(12),
          ask: money(13), volume: row.optionalInteger(14).map { Int($0) }))
    }
    return quotes
  }

  func keep(_ quotes: [Quote], of source: String) throws {
    for quote in quotes {
      guard let base = quote.last ?? quote.reference?.price else { continue }
      func units(_ money: Money?) -> SQLiteValue {
        // A quote whose prices differ in scale or currency is no usual one; what does not fit is left out.
        guard let money, money.scale == base.scale, money.currency == base.currency else { return .null }
        return .integer(Int64(money.minorUnits))
      }
      let kind: Int64 =
        switch quote.reference?.kind {
        case .rolling24h: 1
        case .sessionOpen: 2
        case .previousClose, nil: 0
        }
      try connection.run(
        """
        INSERT OR REPLACE INTO quote (source, symbol, time, currency, scale, last, reference, kind, session, delay,
          open, high, low, bid, ask, volume) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(source), .text(quote.symbol.text), .integer(quote.time.nanoseconds), .text(base.currency),
          .integer(Int64(base.scale)), units(quote.last), units(quote.reference?.price), .integer(kind),
          .text(quote.session.rawValue), .integer(Int64(quote.delayMinutes)), units(quote.open),
          units(quote.high),
          units(quote.low), units(quote.bid), units(quote.ask), SQLiteValue(quote.volume),
        ])
    }
  }

  /// Forgets the oldest quotes beyond the most that are kept.
  func trim() throws {
    let count = try connection.integer("SELECT count(*) FROM quote") ?? 0
    guard count > QuoteCache.maximumQuotes else { return }
    try connection.run(
      """
      DELETE FROM quote WHERE (source, symbol) IN (SELECT source, symbol FROM quote ORDER BY time LIMIT ?)
      """, [.integer(count - Int64(QuoteCache.maximumQuotes))])
  }
}
