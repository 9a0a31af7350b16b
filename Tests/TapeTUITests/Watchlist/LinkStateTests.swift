import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct LinkStateTests {
  @Test(
    "Each status of the feed has its word",
    arguments: [
      (FeedStatus.connecting, "CONNECTING"), (.live, "LIVE"), (.late(since: Instant(nanoseconds: 0)), "LATE"),
      (QuoteSamples.reconnecting(since: Instant(nanoseconds: 0)), "RECONNECTING"), (.suspended, "SUSPENDED"),
      (.refused(reason: ""), "REFUSED"),
    ])
  func words(status: FeedStatus, word: String) {
    #expect(LinkState(status).rawValue == word)
  }
}
