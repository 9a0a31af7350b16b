import TapeDomain

/// Alpaca's clock of the New York exchanges, and its calendar of their days.
struct AlpacaHours: MarketHours {
  private static let zone = "America/New_York"

  let statePath = "/v2/clock"
  let calendarPath: String? = nil
  /// Turns a name of a time zone into its offset from UTC at a time, in seconds; nil for a zone that is not known.
  let offset: @Sendable (_ zone: String, _ time: Timestamp) -> Int?

  func state(_ body: [UInt8], calendar: [UInt8], at wall: Timestamp) -> MarketState? {
    var scanner = JSONScanner()
    guard
      let fields = try? scanner.texts(
        of: ["timestamp", "is_open", "next_open", "next_close"], in: body.span),
      let isOpen = fields["is_open"]
    else { return nil }
    var times = RFC3339Reader()
    func time(_ name: String) -> Timestamp? {
      fields[name].flatMap { text in
        let bytes = Array(text.utf8)
        return times.timestamp(of: bytes.span)
      }
    }
    let opens = time("next_open")
    let now = time("timestamp") ?? wall
    let days = ExchangeDays(zone: Self.zone, holidays: [], offset: { offset(Self.zone, $0) })
    let changes = [isOpen == "true" ? time("next_close") : opens, days.nextChange(after: now)].compactMap {
      $0
    }
    return MarketState(
      session: isOpen == "true" ? .open : session(beforeOpeningAt: opens, now: now), opensAt: opens,
      zone: Self.zone,
      changesAt: changes.min())
  }

  /// The clock tells an open market from one that is not; trading goes on before and after the session, in the exchange's
  /// usual hours.
  private func session(beforeOpeningAt opens: Timestamp?, now: Timestamp) -> MarketSession {
    guard let opens, let offset = offset(Self.zone, now) else { return .closed }
    let local = CivilTime(now, secondsFromUTC: offset)
    let minute = local.hour * 60 + local.minute
    let isToday = CivilTime(opens, secondsFromUTC: offset).day == local.day
    return isToday && minute >= 4 * 60 ? .pre : .closed
  }
}
