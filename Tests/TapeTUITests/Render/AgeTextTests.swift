import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct AgeTextTests {
  // 2026-11-27 14:03:21 UTC
  private static let now = Fixture.wall

  @Test(
    "An age is said in the unit a reader would use",
    arguments: [
      (0, "0s ago", "0s ago"), (3, "3s ago", "3s ago"), (12, "12s ago", "12s ago"),
      (59, "59s ago", "59s ago"),
      (60, "1m ago", "1m ago"), (185, "3m ago", "3m ago"), (3_599, "59m ago", "59m ago"),
      (3_600, "1h ago", "1h ago"), (2 * 3_600, "2h ago", "2h ago"), (14 * 3_600, "14h ago", "14h ago"),
      (15 * 3_600, "23:03 yesterday", "15h ago"), (24 * 3_600, "14:03 yesterday", "1d ago"),
      (2 * 86_400, "14:03 on 25 Nov", "2d ago"), (40 * 86_400, "14:03 on 18 Oct", "40d ago"),
      (120 * 86_400, "14:03 on 30 Jul", "17w ago"), (800 * 86_400, "18 Sep 2024", "2y ago"),
    ])
  func words(seconds: Int, full: String, short: String) throws {
    let age = AgeText(since: Self.now - .seconds(seconds), now: Self.now)
    #expect(age.text(in: .utc) == full)
    #expect(age.short == short)
    #expect(short.utf8.count <= TableLayout.StateForm.short.rawValue)
    #expect(full.utf8.count <= TableLayout.StateForm.full.rawValue)
  }

  @Test("A price from the future has age 0")
  func future() {
    #expect(AgeText(since: Self.now + .seconds(90), now: Self.now).short == "0s ago")
  }

  @Test("Clock times are in the user's time zone, which decides what yesterday is too")
  func zone() throws {
    let age = AgeText(since: Self.now - .seconds(15 * 3_600), now: Self.now)
    #expect(age.text(in: .fixed(secondsFromUTC: 3 * 3_600)) == "15h ago")
    #expect(age.text(in: .fixed(secondsFromUTC: -5 * 3_600)) == "18:03 yesterday")
  }

  @Test("Two hours across midnight are two hours, not yesterday")
  func midnight() throws {
    let night = Timestamp(seconds: 1_795_737_600) + .seconds(3_600)  // 2026-11-27 01:00 UTC
    let age = AgeText(since: night - .seconds(7_200), now: night)
    #expect(age.text(in: .utc) == "2h ago")
  }

  @Test("All ages change at the next second of the clock, whatever the fraction of their price")
  func change() {
    let now = Self.now + .milliseconds(400)
    for fraction in [0, 100, 500, 999] {
      let age = AgeText(since: Self.now - .seconds(5) + .milliseconds(fraction), now: now)
      #expect(age.untilChange == .milliseconds(600))
    }
    #expect(AgeText(since: Self.now - .seconds(61), now: now).untilChange == .milliseconds(58_600))
  }

  @Test(
    "A calm screen shows ages in steps, rounded up",
    arguments: [
      (0, "10s ago"), (10, "10s ago"), (11, "30s ago"), (45, "1m ago"), (61, "5m ago"), (2_000, "1h ago"),
      (7_300, "2h ago"),
    ])
  func stepped(seconds: Int, words: String) {
    #expect(AgeText(since: Self.now - .seconds(seconds), now: Self.now).stepped.short == words)
  }

  @Test(
    "Civil time follows the Gregorian calendar",
    arguments: [
      (0, 1970, 1, 1), (951_782_400, 2000, 2, 29), (951_868_800, 2000, 3, 1), (-1, 1969, 12, 31),
      (4_107_542_400, 2100, 3, 1), (1_795_788_201, 2026, 11, 27),
    ])
  func civil(seconds: Int, year: Int, month: Int, day: Int) {
    let civil = CivilTime(Timestamp(seconds: Int64(seconds)))
    #expect((civil.year, civil.month, civil.dayOfMonth) == (year, month, day))
  }
}
