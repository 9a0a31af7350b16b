import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct BannerRuleTests {
  private let since = Instant(nanoseconds: 5_000_000_000)

  @Test("A link that is down shows a banner after two seconds and not before")
  func reconnecting() {
    let retryAt = since + .seconds(4)
    let status = FeedStatus.reconnecting(attempt: 3, retryAt: retryAt, since: since, reason: "No\nroute.")
    #expect(BannerRule.banner(for: status, at: since + .milliseconds(1999)) == nil)
    #expect(BannerRule.wakeTime(for: status, at: since + .milliseconds(1999)) == since + .seconds(2))
    #expect(
      BannerRule.banner(for: status, at: since + .seconds(2))
        == Banner(
          text: "Reconnecting. Prices may be out of date.", reason: "No route.", attempt: 3, retryAt: retryAt,
          canRetry: true))
    #expect(BannerRule.wakeTime(for: status, at: since + .seconds(2)) == nil)
  }

  @Test("What happened to one source of several says whose it is")
  func subject() {
    let now = since + .seconds(2)
    let down = FeedStatus.reconnecting(attempt: 3, retryAt: nil, since: since, reason: "Gone.")
    let banner = BannerRule.banner(for: down, of: "Kraken", at: now)
    #expect(banner?.text == "Kraken: reconnecting. Prices may be out of date.")
    #expect(banner?.subject == "Kraken" && banner?.reason == "Gone.")
    let late = BannerRule.banner(for: .late(since: since), of: "Coinbase, Kraken", at: now)
    #expect(late?.text == "Coinbase, Kraken: prices arrive late. They may be out of date.")
  }

  @Test("A long sentence keeps its end, which says what to do")
  func long() {
    let reason = String(repeating: "Somebody refused the key. ", count: 12) + "Restart with another."
    #expect(BannerRule.banner(for: .refused(reason: reason), at: since)?.text == reason)
  }

  @Test("Late prices are named after two seconds")
  func late() {
    let status = FeedStatus.late(since: since)
    #expect(BannerRule.banner(for: status, at: since + .milliseconds(1999)) == nil)
    let banner = BannerRule.banner(for: status, at: since + .seconds(2))
    #expect(banner?.text == "Prices arrive late. They may be out of date.")
  }

  @Test("A refusal is shown at once in its own words, which say what to do")
  func refused() {
    let banner = BannerRule.banner(for: .refused(reason: "Token refused. Press r."), at: since)
    #expect(banner?.text == "Token refused. Press r.")
    #expect(banner?.canRetry == false)
    #expect(banner?.attempt == nil)
  }

  @Test(
    "A good, a first and a suspended link show none", arguments: [FeedStatus.live, .connecting, .suspended])
  func none(status: FeedStatus) {
    #expect(BannerRule.banner(for: status, at: since + .seconds(1000)) == nil)
    #expect(BannerRule.wakeTime(for: status, at: since) == nil)
  }
}
