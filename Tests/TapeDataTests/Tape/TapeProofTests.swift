import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

/// The proof must find what it is there for, or a check that trusts it could not fail.
@Suite struct TapeProofTests {
  private let acme = Fixtures.symbol("ACME")
  private let now = Instant(nanoseconds: 1_000_000_000)

  private func snapshot(_ number: Int, _ last: Int) -> FeedMessage {
    var patch = QuotePatch(symbol: acme, sequence: number, time: Timestamp(seconds: 1))
    patch.currency = "EUR"
    patch.last = .set(last)
    return .snapshot(patch)
  }

  private func tick(_ number: Int, _ last: Int) -> FeedMessage {
    .ticks([QuoteTick(symbol: acme, sequence: number, time: Timestamp(seconds: 2), last: last)])
  }

  private func live(_ number: Int, _ last: Int) -> LiveQuote {
    LiveQuote(quote: Fixtures.quote(acme, last, sequence: number), freshness: .live)
  }

  private func violations(
    _ messages: [FeedMessage], _ shown: LiveQuote, isLinkLive: Bool = true, after time: Duration = .zero
  ) -> [String] {
    var proof = TapeProof()
    proof.connect()
    proof.follow(.subscribe([acme], maxRate: 4))
    proof.receive(messages, at: now)
    proof.check(acme, shown, isLinkLive: isLinkLive, at: now + time)
    return proof.violations
  }

  @Test("A live row with the newest number and price is fine, and a stale one where something is missing")
  func right() {
    #expect(violations([snapshot(5, 100), tick(6, 101)], live(6, 101)) == [])
    #expect(violations([snapshot(5, 100), tick(7, 101)], live(5, 100).interrupted) == [])
    #expect(violations([snapshot(5, 100), tick(7, 101), snapshot(7, 101)], live(7, 101)) == [])
    #expect(violations([snapshot(5, 100), tick(5, 99), tick(4, 98)], live(5, 100)) == [])
    #expect(violations([], LiveQuote(absence: .waiting)) == [])
  }

  @Test("A row that is live behind a gap, or on a link that is not, has no proof")
  func unproven() {
    #expect(violations([snapshot(5, 100), tick(7, 101)], live(5, 100)).count == 1)
    #expect(violations([snapshot(5, 100)], live(5, 100), isLinkLive: false).count == 1)
    #expect(violations([tick(5, 100)], live(5, 100)).count == 1)
    let beats: [FeedMessage] = [
      .heartbeat(time: nil, sent: 3, received: 1), .heartbeat(time: nil, sent: 9, received: 2),
    ]
    #expect(violations([snapshot(5, 100)] + beats, live(5, 100)).count == 1, "a loss that no number shows")
  }

  @Test("An old number, another price, and a row that should be live are found")
  func wrong() {
    #expect(violations([snapshot(5, 100), tick(6, 101)], live(5, 101)).count == 1)
    #expect(violations([snapshot(5, 100), tick(6, 101)], live(6, 100)).count == 1)
    #expect(violations([snapshot(5, 100)], live(5, 100).interrupted).count == 1)
  }

  @Test("A row that is live three and a half seconds after the last word is found")
  func silence() {
    #expect(violations([snapshot(5, 100)], live(5, 100), after: .milliseconds(3_500)) == [])
    #expect(violations([snapshot(5, 100)], live(5, 100), after: .milliseconds(3_501)).count == 1)
  }
}
