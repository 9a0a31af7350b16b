import TapeDomain
import Testing

@Suite struct CivilTimeTests {
  @Test("A day's date leads back to the day, over every kind of leap year")
  func roundTrip() {
    for day in stride(from: -106_000, through: 106_000, by: 59) {
      let civil = CivilTime(Timestamp(seconds: Int64(day) * 86_400))
      #expect(civil.day == day)
      #expect(
        CivilTime.daysSince1970(year: civil.year, month: civil.month, dayOfMonth: civil.dayOfMonth) == day)
    }
  }

  @Test(
    "Known days",
    arguments: [
      (1970, 1, 1, 0), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (1900, 3, 1, -25_508),
      (1969, 12, 31, -1), (2026, 11, 29, 20_786),
    ])
  func known(year: Int, month: Int, dayOfMonth: Int, day: Int) {
    #expect(CivilTime.daysSince1970(year: year, month: month, dayOfMonth: dayOfMonth) == day)
  }
}
