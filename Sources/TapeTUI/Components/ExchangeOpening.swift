import Foundation
import TapeDomain

/// An opening on the clock of its exchange, looked up once and shared by the rows that have it.
final class ExchangeOpening: Sendable {
  /// What the source said.
  let opening: MarketOpening
  /// The moment in the zone of the exchange.
  let civil: CivilTime
  /// The last part of the zone's IANA name: `America/New_York` is New York.
  let city: String
  /// The zone's short name at the moment: `EST`, `GMT+1`.
  let zoneName: String
  private let zone: TimeZone

  /// The opening; nil when its zone is not known here.
  init?(_ opening: MarketOpening) {
    guard let zone = TimeZone(identifier: opening.zone) else { return nil }
    let date = Date(timeIntervalSince1970: TimeInterval(opening.time.wholeSeconds))
    self.opening = opening
    self.zone = zone
    civil = CivilTime(opening.time, secondsFromUTC: zone.secondsFromGMT(for: date))
    city = TextSanitizer.clean(String(opening.zone.split(separator: "/").last ?? ""), maximum: 20)
      .replacing("_", with: " ")
    let style: TimeZone.NameStyle =
      zone.isDaylightSavingTime(for: date) ? .shortDaylightSaving : .shortStandard
    zoneName = zone.localizedName(for: style, locale: Locale(identifier: "en_US")) ?? ""
  }

  /// `09:30`.
  var clock: String { "\(CivilTime.padded(civil.hour)):\(CivilTime.padded(civil.minute))" }

  /// `Monday`; 1970-01-01 was a Thursday.
  var weekday: String { Self.weekdays[((civil.day + 4) % 7 + 7) % 7] }

  /// `opens Monday at 09:30 in New York`.
  var spoken: String { "opens \(weekday) at \(clock) in \(city)" }

  /// The day that it is at the exchange, counted as in ``CivilTime/day``.
  func day(of time: Timestamp) -> Int {
    let date = Date(timeIntervalSince1970: TimeInterval(time.wholeSeconds))
    return CivilTime(time, secondsFromUTC: zone.secondsFromGMT(for: date)).day
  }

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}

extension ExchangeOpening: Equatable {
  /// Whether both are the same moment, told in the same zone.
  static func == (left: ExchangeOpening, right: ExchangeOpening) -> Bool { left.opening == right.opening }
}
