import TapeDomain

/// The session of the United States' exchanges, as Finnhub says it, and their holidays.
struct FinnhubHours: MarketHours {
  let statePath = "/stock/market-status?exchange=US"
  let calendarPath: String? = "/stock/market-holiday?exchange=US"
  /// Turns a name of a time zone into its offset from UTC at a time, in seconds; nil for a zone that is not known.
  let offset: @Sendable (_ zone: String, _ time: Timestamp) -> Int?

  func state(_ body: [UInt8], calendar: [UInt8], at wall: Timestamp) -> MarketState? {
    guard let fields = try? Self.fields(of: body), let isOpen = fields["isOpen"] else { return nil }
    let zone = fields["timezone"] ?? "America/New_York"
    let session: MarketSession =
      switch fields["session"] {
      case "pre-market": .pre
      case "post-market": .post
      case "regular": .open
      default: isOpen == "true" ? .open : .closed
      }
    let days = ExchangeDays(
      zone: zone, holidays: (try? Self.holidays(in: calendar)) ?? [], offset: { offset(zone, $0) })
    return MarketState(
      session: session, opensAt: days.nextOpening(after: wall), zone: zone,
      changesAt: days.nextChange(after: wall))
  }

  private static func fields(of body: [UInt8]) throws(JSONFault) -> [String: String] {
    var scanner = JSONScanner()
    return try scanner.texts(of: ["isOpen", "session", "timezone"], in: body.span)
  }

  /// The days on which the exchange is closed, as days since 1970; one with hours of its own is not.
  private static func holidays(in body: [UInt8]) throws(JSONFault) -> Set<Int> {
    let bytes = body.span
    var result: Set<Int> = []
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      if try scanner.key(in: bytes).string(of: bytes) == "data", scanner.container(in: bytes) == .array {
        var hasNext = try scanner.begin(.array, in: bytes)
        while hasNext {
          let fields = try scanner.texts(of: ["atDate", "tradingHour"], in: bytes)
          if (fields["tradingHour"] ?? "").isEmpty, let day = fields["atDate"].flatMap(ExchangeDays.day) {
            result.insert(day)
          }
          hasNext = try scanner.next(.array, in: bytes)
        }
      } else {
        try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    return result
  }
}
