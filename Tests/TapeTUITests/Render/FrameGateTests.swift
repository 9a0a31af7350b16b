import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@Suite struct FrameGateTests {
  private static let start = Instant(nanoseconds: 5_000_000_000)
  private func at(_ milliseconds: Int) -> Instant { Self.start + .milliseconds(milliseconds) }

  @Test("Nothing is scheduled when nothing changed")
  func quiet() {
    var gate = FrameGate(spacing: .milliseconds(250))
    #expect(gate.due == nil)
    gate.note(changeAt: at(0))
    gate.drew(at: at(0))
    #expect(gate.due == nil)
    #expect(!gate.isDue(at: at(10_000)))
  }

  @Test("The first change after a quiet spell is drawn at once, the next a spacing later")
  func spacing() {
    var gate = FrameGate(spacing: .milliseconds(250))
    #expect(gate.note(changeAt: at(0)) == at(0))
    gate.drew(at: at(0))
    #expect(gate.note(changeAt: at(10)) == at(250))
    #expect(gate.note(changeAt: at(200)) == at(250))
    #expect(!gate.isDue(at: at(249)))
    #expect(gate.isDue(at: at(250)))
    gate.drew(at: at(250))
    #expect(gate.note(changeAt: at(900)) == at(900))
  }

  @Test(
    "A change of freshness does not wait for a slow tick, but keeps four frames a second",
    arguments: [
      (1_000, 10, 250), (1_000, 400, 400), (2_000, 10, 250), (250, 10, 250), (100, 10, 100),
    ])
  func urgent(spacing: Int, change: Int, due: Int) {
    var gate = FrameGate(spacing: .milliseconds(spacing))
    gate.note(changeAt: at(0))
    gate.drew(at: at(0))
    #expect(gate.note(changeAt: at(change), isUrgent: true) == at(due))
  }

  @Test("An urgent change takes along the ordinary one that waits")
  func earlier() {
    var gate = FrameGate(spacing: .seconds(1))
    gate.drew(at: at(0))
    #expect(gate.note(changeAt: at(10)) == at(1_000))
    #expect(gate.note(changeAt: at(20), isUrgent: true) == at(250))
    #expect(gate.note(changeAt: at(30)) == at(250))
  }

  @Test("Flash ends, ages and countdowns share the frames of prices")
  func timed() {
    var gate = FrameGate(spacing: .milliseconds(250))
    gate.drew(at: at(0))
    #expect(gate.note(nextChangeAt: at(100)) == at(250))
    #expect(gate.note(changeAt: at(200)) == at(250))
    gate.drew(at: at(250))
    #expect(gate.note(nextChangeAt: at(900)) == at(900))
    #expect(gate.note(changeAt: at(300)) == at(500))
  }

  @Test("What only time changed delays no price, and is itself a spacing behind every frame")
  func timeAlone() {
    var gate = FrameGate(spacing: .milliseconds(250))
    gate.note(changeAt: at(0))
    gate.drew(at: at(0))
    gate.note(nextChangeAt: at(270))
    gate.drew(at: at(270))
    #expect(gate.note(changeAt: at(280)) == at(280))
    gate.drew(at: at(280))
    #expect(gate.note(changeAt: at(290)) == at(530))
  }

  @Test("Time alone takes two of the four frames of a second at most, and prices get the others")
  func budget() {
    var gate = FrameGate(spacing: .milliseconds(250))
    gate.note(changeAt: at(0))
    gate.drew(at: at(0))
    gate.note(nextChangeAt: at(250))
    gate.drew(at: at(250))
    gate.note(changeAt: at(251))
    gate.drew(at: at(251))
    #expect(gate.note(nextChangeAt: at(300)) == at(1_000))
    #expect(gate.note(changeAt: at(502)) == at(502))
    gate.drew(at: at(502))
    #expect(gate.note(changeAt: at(510)) == at(1_000))
  }

  @Test("Prices and flash ends together never make more than four frames in a second", arguments: 1...20)
  func fourASecond(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var gate = FrameGate(spacing: .milliseconds(250))
    var frames: [Int] = []
    for millisecond in 0..<20_000 {
      if Int.random(in: 0..<200, using: &random) == 0 { gate.note(changeAt: at(millisecond)) }
      if Int.random(in: 0..<50, using: &random) == 0 { gate.note(nextChangeAt: at(millisecond + 3)) }
      guard gate.isDue(at: at(millisecond)) else { continue }
      gate.drew(at: at(millisecond))
      frames.append(millisecond)
    }
    #expect(frames.count > 40)
    #expect(zip(frames, frames.dropFirst(4)).allSatisfy { $1 - $0 >= 1_000 })
  }

  @Test("A key's frame shows what waited and does not delay the next price")
  func key() {
    var gate = FrameGate(spacing: .milliseconds(250))
    gate.drew(at: at(0))
    gate.note(changeAt: at(10))
    gate.drew(.immediate, at: at(20))
    #expect(gate.due == nil)
    #expect(gate.note(changeAt: at(300)) == at(300))
  }

  @Test("A slow line gets its next frame when the last one is through, a key's frame counted too")
  func slowLine() {
    var gate = FrameGate(spacing: .milliseconds(250))
    gate.note(changeAt: at(0))
    gate.drew(at: at(0), sending: .milliseconds(1_500))
    #expect(gate.note(changeAt: at(10)) == at(1_500))
    gate.drew(.immediate, at: at(20), sending: .milliseconds(2_000))
    #expect(gate.note(changeAt: at(300)) == at(2_020))
    gate.drew(at: at(2_020), sending: .milliseconds(100))
    #expect(gate.note(changeAt: at(2_030)) == at(2_270))
  }

  @Test("A frame that looked as before costs no spacing")
  func skipped() {
    var gate = FrameGate(spacing: .milliseconds(250))
    gate.note(changeAt: at(0))
    gate.skipped()
    #expect(gate.due == nil)
    #expect(gate.note(changeAt: at(5)) == at(5))
  }

  @Test("A thousand changes a second make four frames a second")
  func storm() {
    var gate = FrameGate(spacing: .milliseconds(250))
    var frames = 0
    for millisecond in 0..<10_000 {
      gate.note(changeAt: at(millisecond))
      if gate.isDue(at: at(millisecond)) {
        gate.drew(at: at(millisecond))
        frames += 1
      }
    }
    #expect(frames == 40)
  }
}
