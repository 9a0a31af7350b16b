import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct ReconnectDetectorTests {
  private static let down = QuoteSamples.reconnecting(since: Instant(nanoseconds: 0))

  @Test(
    "A link is back when it works after it was down, and that is said once",
    arguments: [
      ([.connecting, .live], [false, false]),
      ([.live, down, down, .live, .live], [false, false, false, true, false]),
      ([.live, .suspended, .connecting, .live], [false, false, false, true]),
      ([.refused(reason: ""), .live], [false, true]),
      ([.live, .late(since: Instant(nanoseconds: 0)), .live], [false, false, false]),
    ] as [([FeedStatus], [Bool])])
  func table(statuses: [FeedStatus], expected: [Bool]) {
    var detector = ReconnectDetector()
    #expect(statuses.map { detector.observe($0) } == expected)
  }
}
