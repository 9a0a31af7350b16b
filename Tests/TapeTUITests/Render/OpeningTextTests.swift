import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite("When a closed market opens")
struct OpeningTextTests {
  private static let zone = "America/New_York"

  /// Friday 2026-11-27, the clock in New York being five hours behind UTC.
  private func newYork(_ day: Int, _ hour: Int, _ minute: Int) -> Timestamp {
    let days = CivilTime.daysSince1970(year: 2026, month: 11, dayOfMonth: day)
    return Timestamp(seconds: Int64(days * 86_400 + (hour + 5) * 3600 + minute * 60))
  }

  @Test("Today's opening has no day, another one has, all in the zone of the exchange")
  func days() throws {
    let opening = MarketOpening(time: newYork(30, 9, 30), zone: Self.zone)
    let today = try #require(OpeningText(opening, now: newYork(30, 4, 0)))
    #expect(today.forms == ["opens 09:30 New York", "opens 09:30 EST"])
    let friday = try #require(OpeningText(opening, now: newYork(27, 17, 0)))
    #expect(friday.forms.first == "opens Mon 09:30 New York")
    let distant = try #require(OpeningText(opening, now: newYork(20, 17, 0)))
    #expect(distant.forms.first == "opens 30 Nov 09:30 New York")
    #expect(OpeningText.spoken(opening) == "opens Monday at 09:30 in New York")
  }

  @Test("An opening that is over, or of a zone that nobody knows, says nothing")
  func nothing() {
    let opening = MarketOpening(time: newYork(30, 9, 30), zone: Self.zone)
    #expect(OpeningText(opening, now: newYork(30, 9, 30)) == nil)
    #expect(OpeningText(MarketOpening(time: opening.time, zone: "Mars/Base"), now: newYork(27, 0, 0)) == nil)
  }

  @Test("The column says as much of it as there is room for, and no column moves for it")
  func columns() throws {
    let opening = try #require(
      OpeningText(MarketOpening(time: newYork(30, 9, 30), zone: Self.zone), now: newYork(30, 4, 0)))
    let state = StateText(.closed, age: nil, opening: opening, zone: .utc)
    #expect(state.text(.phrase) == "opens 09:30 New York")
    #expect(state.text(.full) == "opens 09:30 EST")
    #expect(state.text(.short) == "CLOSED")
    #expect(state.text(.sign) == "C")
  }

  @Test(
    "Periods are told in the unit that fits",
    arguments: [(1, "1s"), (60, "60s"), (90, "90s"), (91, "2m"), (840, "14m"), (5401, "2h")])
  func periods(seconds: Int, text: String) {
    #expect(PeriodText.short(seconds) == text)
  }
}
