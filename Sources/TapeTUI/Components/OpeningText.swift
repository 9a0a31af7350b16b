import Foundation
import TapeDomain

/// When a market opens next, in the time zone of its exchange: a trader in another zone reads the exchange's clock.
struct OpeningText: Hashable, Sendable {
  /// The words, longest first: `opens Mon 09:30 New York`; today's opening has no day.
  let forms: [String]

  /// The words at `now`; nil when the zone is not known here, or the moment is over.
  init?(_ opening: MarketOpening, now: Timestamp) {
    guard opening.time > now, let then = Self.civil(opening.time, opening.zone),
      let today = Self.civil(now, opening.zone)
    else { return nil }
    let clock = "\(CivilTime.padded(then.hour)):\(CivilTime.padded(then.minute))"
    let day =
      switch then.day - today.day {
      case 0: ""
      case 1...6: "\(Self.weekday(then).prefix(3)) "
      default: "\(then.dayOfMonth) \(AgeText.months[then.month - 1]) "
      }
    let city = Self.city(of: opening.zone)
    forms =
      ["opens \(day)\(clock) \(city)"] + (day.isEmpty ? ["opens \(clock) \(Self.abbreviation(opening))"] : [])
  }

  /// `opens Monday at 09:30 in New York`; nil when the zone is not known here.
  static func spoken(_ opening: MarketOpening) -> String? {
    guard let then = civil(opening.time, opening.zone) else { return nil }
    let clock = "\(CivilTime.padded(then.hour)):\(CivilTime.padded(then.minute))"
    return "opens \(weekday(then)) at \(clock) in \(city(of: opening.zone))"
  }

  private static func civil(_ time: Timestamp, _ zone: String) -> CivilTime? {
    guard let zone = TimeZone(identifier: zone) else { return nil }
    let date = Date(timeIntervalSince1970: TimeInterval(time.wholeSeconds))
    return CivilTime(time, secondsFromUTC: zone.secondsFromGMT(for: date))
  }

  /// `EST`, `GMT+1`.
  private static func abbreviation(_ opening: MarketOpening) -> String {
    guard let zone = TimeZone(identifier: opening.zone) else { return "" }
    let date = Date(timeIntervalSince1970: TimeInterval(opening.time.wholeSeconds))
    let style: TimeZone.NameStyle =
      zone.isDaylightSavingTime(for: date) ? .shortDaylightSaving : .shortStandard
    return zone.localizedName(for: style, locale: Locale(identifier: "en_US")) ?? ""
  }

  /// 1970-01-01 was a Thursday.
  private static func weekday(_ time: CivilTime) -> String {
    weekdays[((time.day + 4) % 7 + 7) % 7]
  }

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// The last part of an IANA name: `America/New_York` is New York.
  private static func city(of zone: String) -> String {
    TextSanitizer.clean(String(zone.split(separator: "/").last ?? ""), maximum: 20)
      .replacing("_", with: " ")
  }
}
