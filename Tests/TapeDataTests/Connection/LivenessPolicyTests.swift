import TapeDomain
import Testing

@testable import TapeData

@Suite struct LivenessPolicyTests {
  private let start = Instant(nanoseconds: 5_000_000_000)
  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

  /// A policy that hears a message and an answer each second until `seconds`.
  private func healthy(for seconds: Int) -> LivenessPolicy {
    var policy = LivenessPolicy(openedAt: start)
    for second in 0...seconds {
      #expect(policy.advance(to: at(second * 1000)) == [.sendPing(id: UInt64(second + 1))])
      #expect(policy.received(isSign: true, at: at(second * 1000)) == [])
      #expect(policy.answered(id: UInt64(second + 1), at: at(second * 1000)) == [])
    }
    return policy
  }

  @Test("A connection that is opened but says nothing is dead after 3 s")
  func silentFromTheStart() {
    var policy = LivenessPolicy(openedAt: start)
    #expect(policy.advance(to: at(2_999)) == [.sendPing(id: 1)])
    #expect(policy.advance(to: at(3_000)).isDeath)
  }

  @Test("Silence of 3 s is dead although pings are answered")
  func pongsDoNotCount() {
    var policy = healthy(for: 5)
    for second in 6...7 {
      #expect(policy.advance(to: at(second * 1000)) == [.sendPing(id: UInt64(second + 1))])
      #expect(policy.answered(id: UInt64(second + 1), at: at(second * 1000)) == [])
    }
    #expect(policy.advance(to: at(8_000)).isDeath)
    #expect(policy.advance(to: at(9_000)) == [], "Death is said once")
  }

  @Test("After a change of the network the server is asked at once, and dead when nothing comes for 1.5 s")
  func networkChanged() {
    var policy = healthy(for: 5)
    #expect(policy.networkChanged(at: at(5_200)) == [.sendPing(id: 7)])
    #expect(policy.networkChanged(at: at(5_300)) == [], "One change comes in many pieces")
    #expect(policy.nextDeadline == at(6_200))
    #expect(policy.advance(to: at(6_200)) == [.sendPing(id: 8)])
    #expect(policy.nextDeadline == at(6_700))
    #expect(policy.advance(to: at(6_699)) == [])
    #expect(policy.advance(to: at(6_700)).isDeath)
  }

  @Test(
    "After a change of the network any message and any answer is a sign of the way", arguments: [true, false])
  func networkStillThere(isAnswer: Bool) {
    var policy = healthy(for: 5)
    _ = policy.networkChanged(at: at(5_200))
    if isAnswer {
      #expect(policy.answered(id: 7, at: at(5_300)) == [])
    } else {
      #expect(policy.received(isSign: false, at: at(5_300)) == [])
    }
    #expect(policy.advance(to: at(6_700)) == [.sendPing(id: 8)])
    #expect(policy.advance(to: at(8_000)).isDeath, "The silence of the feed counts on")
  }

  @Test("A pause of our own ends the question after a change of the network, and none is asked in it")
  func networkChangedInPause() {
    var policy = healthy(for: 0)
    _ = policy.networkChanged(at: at(100))
    policy.readingPaused(true, at: at(200))
    #expect(policy.networkChanged(at: at(300)) == [])
    #expect(policy.advance(to: at(2_900)) == [.sendPing(id: 3)])
  }

  @Test("A message without proof of the feed, such as an error, does not end the silence")
  func errorsDoNotCount() {
    var policy = healthy(for: 0)
    #expect(policy.received(isSign: false, at: at(2_900)) == [])
    #expect(policy.advance(to: at(3_000)).isDeath)
  }

  @Test(
    "Messages are late when the newest answered ping was sent 3 s ago, and in time again after a younger answer"
  )
  func lateAndTimely() {
    var policy = healthy(for: 2)
    for second in 3...4 {
      #expect(policy.advance(to: at(second * 1000)) == [.sendPing(id: UInt64(second + 1))])
      #expect(policy.received(isSign: true, at: at(second * 1000)) == [])
    }
    #expect(policy.received(isSign: true, at: at(5_000)) == [.becameLate(since: at(5_000))])
    #expect(policy.answered(id: 4, at: at(6_500)) == [], "Ping 4 was sent 3.5 s ago: still late")
    #expect(policy.received(isSign: true, at: at(6_600)) == [])
    #expect(policy.answered(id: 5, at: at(6_900)) == [.becameTimely])
    #expect(policy.lateSince == nil)
  }

  @Test("Ten seconds of lateness are dead although messages flow")
  func lateTooLong() {
    var policy = healthy(for: 0)
    for second in 1...12 {
      let actions = policy.received(isSign: true, at: at(second * 1000))
      #expect(actions == (second == 3 ? [.becameLate(since: at(3_000))] : []))
    }
    #expect(policy.nextDeadline <= at(13_000))
    #expect(policy.received(isSign: true, at: at(13_000)).isDeath)
  }

  @Test("A process that was stopped finds its connection dead in the first read, whatever that read brings")
  func stoppedProcess() {
    var policy = healthy(for: 1)
    #expect(policy.received(isSign: true, at: at(60_000)).isDeath)
    var answered = healthy(for: 1)
    #expect(answered.answered(id: 1, at: at(60_000)).isDeath)
  }

  @Test("Silence that we make by not reading is not counted, lateness is")
  func pausedReading() {
    var policy = healthy(for: 0)
    policy.readingPaused(true, at: at(100))
    #expect(!policy.advance(to: at(3_500)).isDeath)
    #expect(policy.lateSince == at(3_000))
    policy.readingPaused(false, at: at(4_000))
    #expect(!policy.advance(to: at(6_900)).isDeath)
    #expect(policy.advance(to: at(7_000)).isDeath)
  }

  @Test("A pong that answers nothing changes nothing")
  func unsolicitedPong() {
    var policy = healthy(for: 0)
    #expect(policy.received(isSign: true, at: at(2_000)) == [])
    #expect(policy.answered(id: 99, at: at(2_500)) == [])
    #expect(policy.received(isSign: true, at: at(3_000)) == [.becameLate(since: at(3_000))])
  }

  @Test("The next deadline is never in the past of what was just done")
  func deadlines() {
    var policy = LivenessPolicy(openedAt: start)
    #expect(policy.nextDeadline == start)
    _ = policy.advance(to: start)
    #expect(policy.nextDeadline == at(1_000))
    _ = policy.advance(to: at(2_500))
    #expect(policy.nextDeadline == at(3_000))
  }
}

extension [LivenessPolicy.Action] {
  fileprivate var isDeath: Bool {
    contains { if case .dead = $0 { true } else { false } }
  }
}
