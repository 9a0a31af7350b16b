import TapeDomain

/// The days and hours of the exchanges of the United States: on weekdays but holidays, before the session from 4:00, the session
/// from 9:30 to 16:00, after it until 20:00, in the exchange's own time.
struct ExchangeDays {
  /// The minutes of a day at which something begins or ends.
  private static let changes = [4 * 60, 9 * 60 + 30, 13 * 60, 16 * 60, 20 * 60]
  private static let opening = 9 * 60 + 30

  /// The exchange's time zone by its IANA name.
  let zone: String
  /// The days on which it is closed, as days since 1970.
  let holidays: Set<Int>
  /// The offset of the exchange's time from UTC at a time, in seconds; nil when it is not known.
  let offset: (Timestamp) -> Int?

  /// When the next session begins after `time`; nil when the zone is not known.
  func nextOpening(after time: Timestamp) -> Timestamp? { next([Self.opening], after: time) }

  /// When a session begins or ends next after `time`.
  func nextChange(after time: Timestamp) -> Timestamp? { next(Self.changes, after: time) }

  private func next(_ minutes: [Int], after time: Timestamp) -> Timestamp? {
    guard let now = offset(time) else { return nil }
    let today = CivilTime(time, secondsFromUTC: now).day
    // No exchange is closed for a fortnight.
    for day in today...today + 14 where isTradingDay(day) {
      for minute in minutes {
        guard let moment = moment(day: day, minute: minute) else { return nil }
        if moment > time { return moment }
      }
    }
    return nil
  }

  private func isTradingDay(_ day: Int) -> Bool {
    // 1970-01-01 was a Thursday.
    let weekday = ((day + 4) % 7 + 7) % 7
    return weekday != 0 && weekday != 6 && !holidays.contains(day)
  }

  /// The moment at which the exchange's clocks show that minute of that day.
  private func moment(day: Int, minute: Int) -> Timestamp? {
    let local = day * 86_400 + minute * 60
    // Clocks change at night: the offset a few hours before the session is the session's.
    guard let offset = offset(Timestamp(seconds: Int64(local))) else { return nil }
    let guess = Timestamp(seconds: Int64(local - offset))
    guard let exact = self.offset(guess) else { return nil }
    return Timestamp(seconds: Int64(local - exact))
  }

  /// The days since 1970 of a date such as `2026-11-26`; nil when it is none.
  static func day(_ date: String) -> Int? {
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return CivilTime.daysSince1970(year: year, month: month, dayOfMonth: day)
  }
}
