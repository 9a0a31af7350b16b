import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct PlainPaceTests {
  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test("The first round comes with the last price of the list, the next ones an interval apart")
  func complete() {
    var pace = PlainPace(interval: .seconds(10))
    #expect(pace.takeRound(at: start, .none) == false)
    #expect(pace.due == nil)
    #expect(pace.takeRound(at: start, .some) == false)
    #expect(pace.takeRound(at: start + .milliseconds(300), .all) == true)
    #expect(pace.takeRound(at: start + .milliseconds(10_299), .all) == false)
    #expect(pace.takeRound(at: start + .milliseconds(10_300), .all) == true)
    #expect(pace.due == start + .milliseconds(20_300))
  }

  @Test("A price that does not come delays the first round by two seconds and no later one")
  func patience() {
    var pace = PlainPace(interval: .seconds(10))
    #expect(pace.takeRound(at: start, .some) == false)
    #expect(pace.due == start + .seconds(2))
    #expect(pace.takeRound(at: start + .milliseconds(1_999), .some) == false)
    #expect(pace.takeRound(at: start + .seconds(2), .some) == true)
    #expect(pace.takeRound(at: start + .seconds(12), .some) == true)
  }

  @Test("Rounds that nobody could take are not made up for")
  func late() {
    var pace = PlainPace(interval: .seconds(1))
    #expect(pace.takeRound(at: start, .all) == true)
    #expect(pace.takeRound(at: start + .seconds(100), .all) == true)
    #expect(pace.takeRound(at: start + .seconds(100), .all) == false)
    #expect(pace.due == start + .seconds(101))
  }
}
