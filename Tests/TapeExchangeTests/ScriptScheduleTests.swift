import TapeDomain
import Testing

@testable import TapeExchange

@Suite struct ScriptScheduleTests {
  private let start = Instant(nanoseconds: 7_000_000_000)

  @Test("Each cue is taken once, when its time has come, and all that are late together")
  func order() throws {
    let script = try DemoScript("1s caption a\n1s drop\n3s caption b\n4s caption c")
    var schedule = ScriptSchedule(script, from: start)
    #expect(schedule.nextDue == start + .seconds(1))
    #expect(schedule.takeDue(at: start + .milliseconds(999)).map(\.cue) == [])
    #expect(schedule.takeDue(at: start + .seconds(1)).map(\.cue) == [.caption("a"), .fault(.drop)])
    #expect(schedule.takeDue(at: start + .seconds(1)).map(\.cue) == [])
    #expect(schedule.nextDue == start + .seconds(3))
    #expect(schedule.takeDue(at: start + .seconds(60)).map(\.cue) == [.caption("b"), .caption("c")])
    #expect(schedule.nextDue == nil)
  }

  @Test("The same seed and script send the same frames at the same times; another seed sends others")
  func repeatable() throws {
    let first = try play(seed: 7)
    #expect(first.contains { $0.contains("HALTED") })
    #expect(try play(seed: 7) == first)
    #expect(try play(seed: 8) != first)
  }

  /// Every frame of five seconds of the market, each with the time it was sent at.
  private func play(seed: UInt64) throws -> [String] {
    var driver = CoreDriver(rate: nil, seed: seed)
    driver.say(#"{"type":"subscribe","symbols":["ACME","BNK","BRK.X"],"maxRate":20}"#)
    let start = driver.now
    let script = try DemoScript("1s gap ACME\n2s halt BNK\n3s burst 1s\n3s lose BRK.X")
    var schedule = ScriptSchedule(script, from: start)
    var frames: [String] = []
    while driver.now < start + .seconds(5) {
      driver.pass(.milliseconds(100))
      for case .fault(let fault) in schedule.takeDue(at: driver.now).map(\.cue) { driver.apply(fault) }
      frames += driver.takeAllFrames().map { "\(driver.now - start) \($0)" }
    }
    return frames
  }
}
