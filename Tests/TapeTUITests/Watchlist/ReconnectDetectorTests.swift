import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct ReconnectDetectorTests {
  private static let down = QuoteSamples.reconnecting(since: Instant(nanoseconds: 0))
  private static let late = FeedStatus.late(since: Instant(nanoseconds: 0))

  @Test(
    "A link is back when it works on another connection than before, and that is said once",
    arguments: [
      ([(.connecting, 0), (.live, 1)], [false, false]),
      ([(.live, 1), (down, 1), (down, 2), (.live, 2), (.live, 2)], [false, false, false, true, false]),
      ([(.live, 1), (.suspended, 1), (.live, 2)], [false, false, true]),
      ([(.refused(reason: ""), 0), (.live, 1)], [false, false]),
      ([(.live, 1), (late, 1), (.live, 1)], [false, false, false]),
      // Lost and made again within one tick: the statuses show nothing of it.
      ([(.live, 1), (.live, 2)], [false, true]),
    ] as [([(FeedStatus, Int)], [Bool])])
  func table(said: [(FeedStatus, Int)], expected: [Bool]) {
    var detector = ReconnectDetector()
    let found = said.map { status, connections in
      detector.observe(QuoteBatch(changes: [:], feed: status, connections: connections))
    }
    #expect(found == expected)
  }
}
