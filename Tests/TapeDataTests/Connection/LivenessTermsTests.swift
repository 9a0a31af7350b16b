import TapeDomain
import Testing

@testable import TapeData

/// What the terms of other sources change in ``LivenessPolicy``.
@Suite struct LivenessTermsTests {
  private let start = Instant(nanoseconds: 5_000_000_000)
  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

  private func policy(_ change: (inout LivenessTerms) -> Void) -> LivenessPolicy {
    var terms = LivenessTerms()
    change(&terms)
    return LivenessPolicy(openedAt: start, terms: terms)
  }

  @Test("A first message may take longer than the next ones")
  func firstSilence() {
    var policy = policy {
      $0.longestSilence = .seconds(5)
      $0.longestFirstSilence = .seconds(10)
      $0.answersPings = false
    }
    #expect(!policy.advance(to: at(9_999)).isDeath)
    _ = policy.received(isSign: true, at: at(9_999))
    #expect(!policy.advance(to: at(14_998)).isDeath)
    #expect(policy.nextDeadline == at(14_999))
    #expect(policy.advance(to: at(14_999)) == [.dead(reason: "The server has sent nothing for 5 s.")])
  }

  @Test("A source that never answers pings is not late for that; one that did and stops is")
  func unansweredPings() {
    var silent = policy {
      $0.answersPings = false
      $0.longestSilence = .seconds(3600)
    }
    for second in 0...60 {
      #expect(silent.advance(to: at(second * 1000)) == [.sendPing(id: UInt64(second + 1))])
    }
    #expect(silent.lateSince == nil)
    // The newest pings are still known, however many went unanswered.
    #expect(silent.answered(id: 61, at: at(60_100)) == [])
    #expect(silent.advance(to: at(63_000)).contains(.becameLate(since: at(63_000))))
  }

  @Test("Silence of the feed makes prices late long before it is death, and a message ends it")
  func quiet() {
    var policy = policy {
      $0.answersPings = false
      $0.longestSilence = .seconds(45)
      $0.quietAge = .seconds(5)
      $0.pingSpacing = .seconds(60)
    }
    _ = policy.advance(to: start)
    _ = policy.received(isSign: true, at: at(1_000))
    #expect(policy.nextDeadline == at(6_000))
    #expect(policy.advance(to: at(6_000)) == [.becameLate(since: at(6_000))])
    #expect(policy.nextDeadline == at(46_000))
    #expect(policy.received(isSign: true, at: at(7_000)) == [.becameTimely])
    #expect(policy.nextDeadline == at(12_000))
  }

  @Test(
    "A server's ping keeps the connection from death, not its prices from being late",
    arguments: [true, false])
  func serverPings(counts: Bool) {
    var policy = policy {
      $0.answersPings = false
      $0.longestSilence = .seconds(45)
      $0.quietAge = .seconds(5)
      $0.countsServerPings = counts
      $0.pingSpacing = .seconds(600)
    }
    _ = policy.received(isSign: true, at: start)
    #expect(policy.pinged(at: at(20_000)) == [.becameLate(since: at(5_000))])
    #expect(policy.advance(to: at(45_000)).isDeath != counts)
    #expect(policy.lateSince == at(5_000))
  }

  @Test(
    "The silence of a feed that only speaks when asked counts from the first command on, and not when all is given up"
  )
  func unasked() {
    var policy = policy {
      $0.answersPings = false
      $0.speaksUnasked = false
      $0.longestSilence = .seconds(5)
      $0.pingSpacing = .seconds(600)
    }
    _ = policy.advance(to: start)
    #expect(policy.advance(to: at(60_000)) == [])
    policy.asked(true, at: at(60_000))
    #expect(policy.nextDeadline == at(65_000))
    #expect(!policy.advance(to: at(64_999)).isDeath)
    policy.asked(false, at: at(64_999))
    #expect(!policy.advance(to: at(90_000)).isDeath)
    policy.asked(true, at: at(90_000))
    #expect(policy.advance(to: at(95_000)).isDeath)
  }

  @Test("Quiet and unanswered at once: prices are in time again only when both are over")
  func both() {
    var policy = policy {
      $0.longestSilence = .seconds(45)
      $0.quietAge = .seconds(5)
      $0.longestLateness = .seconds(60)
    }
    _ = policy.advance(to: start)
    #expect(policy.advance(to: at(3_000)).contains(.becameLate(since: at(3_000))))
    _ = policy.advance(to: at(6_000))
    #expect(!policy.received(isSign: true, at: at(6_100)).contains(.becameTimely))
    _ = policy.advance(to: at(7_000))
    let newest = policy.advance(to: at(8_000)).compactMap { action -> UInt64? in
      if case .sendPing(let id) = action { id } else { nil }
    }
    #expect(newest.count == 1)
    #expect(policy.answered(id: newest[0], at: at(8_100)) == [.becameTimely])
  }
}

extension [LivenessPolicy.Action] {
  fileprivate var isDeath: Bool {
    contains { if case .dead = $0 { true } else { false } }
  }
}
