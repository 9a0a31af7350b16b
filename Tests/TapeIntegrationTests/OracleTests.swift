import TapeData
import TapeDomain
import TapeTestSupport
import Testing

/// The oracle must find what it is there for, or the tests that trust it could not fail.
@Suite struct OracleTests {
  private let acme = Fixtures.symbol("ACME")

  private func row(_ sequence: Int, isLive: Bool = true) -> LiveQuote {
    let live = LiveQuote(quote: Fixtures.quote(acme, 100, sequence: sequence), freshness: .live)
    return isLive ? live : live.interrupted
  }

  private func batch(_ row: LiveQuote?, _ feed: FeedStatus = .live, connections: Int = 1) -> QuoteBatch {
    QuoteBatch(changes: row.map { [acme: $0] } ?? [:], feed: feed, connections: connections)
  }

  private func violations(_ batches: [QuoteBatch], spacing: Duration = .milliseconds(250)) -> [String] {
    var oracle = BatchOracle(watched: [acme], tick: .milliseconds(250), tolerance: .milliseconds(100))
    var now = Instant(nanoseconds: 0)
    for batch in batches {
      oracle.observe(batch, at: now)
      now = now + spacing
    }
    return oracle.violations
  }

  @Test("Numbers that rise, stale rows of the connection before, and a new start after a reconnect are fine")
  func regularLife() {
    let down = FeedStatus.suspended
    let batches = [
      batch(row(5)), batch(row(6)), batch(row(6, isLive: false), down),
      batch(row(6, isLive: false), down, connections: 2), batch(row(1), connections: 2),
      batch(row(2), connections: 2),
    ]
    #expect(violations(batches) == [])
  }

  @Test("A number that goes back on one connection is found, live or stale", arguments: [true, false])
  func numberGoesBack(isLive: Bool) {
    let found = violations([batch(row(5)), batch(row(4, isLive: isLive))])
    let kind = isLive ? "live" : "stale"
    #expect(found == ["ACME is \(kind) with number 4 after 5 on connection 1."])
  }

  @Test("A row that stays live while the link is not is found")
  func liveOnDeadLink() {
    let found = violations([batch(row(5)), batch(nil, .suspended)])
    #expect(found == ["ACME and 0 more are live although the link is suspended."])
  }

  @Test("Prices before the tick has passed are found, a change of freshness is not")
  func pace() {
    let spacing = Duration.milliseconds(120)
    #expect(violations([batch(row(5)), batch(row(6))], spacing: spacing).count == 1)
    #expect(violations([batch(row(5)), batch(row(5, isLive: false))], spacing: spacing) == [])
  }

  @Test("A symbol that nobody watches, and connections that go back, are found")
  func strangers() {
    let other = Fixtures.symbol("BNK")
    let stranger = QuoteBatch(changes: [other: row(1)], feed: .live, connections: 1)
    #expect(violations([stranger]) == ["BNK is not watched."])
    let back = violations([batch(nil, connections: 2), batch(nil, connections: 1)])
    #expect(back == ["The connections went back from 2 to 1."])
  }
}
