import TapeDomain
import Testing

@Suite struct PeriodTextTests {
  @Test(
    "Periods are told in the unit that fits, shortly and in words",
    arguments: [
      (0, "1s", "1 s"), (1, "1s", "1 s"), (60, "60s", "60 s"), (90, "90s", "90 s"), (91, "2m", "2 min"),
      (840, "14m", "14 min"), (5400, "90m", "90 min"), (5401, "2h", "2 h"), (10_800, "3h", "3 h"),
    ])
  func periods(seconds: Int, short: String, words: String) {
    #expect(PeriodText.short(seconds) == short)
    #expect(PeriodText.words(seconds) == words)
  }
}
