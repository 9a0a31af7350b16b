import TapeDomain
import Testing

@testable import TapeData

@Suite struct PollBudgetTests {
  private let start = PollClock(now: Instant(nanoseconds: 1_000_000_000), wall: PollDriver.midnight)
  private func after(_ seconds: Int) -> PollClock {
    PollClock(now: start.now + .seconds(seconds), wall: start.wall + .seconds(seconds))
  }

  @Test("No minute has more than its credits, wherever it begins")
  func minute() {
    var budget = PollBudget(.basic, at: start)
    budget.spend(6, at: start)
    #expect(budget.earliest(2, at: after(10)) == after(10).now)
    #expect(budget.affordable(8, at: after(10)) == 2)
    budget.spend(2, at: after(10))
    #expect(budget.earliest(1, at: after(20)) == after(61).now)
    #expect(budget.earliest(8, at: after(20)) == after(71).now)
    #expect(budget.earliest(8, at: after(71)) == after(71).now)
  }

  @Test("A second has a limit of its own")
  func second() {
    var terms = PollTerms.free
    terms.perSecond = 2
    var budget = PollBudget(terms, at: start)
    budget.spend(1, at: start)
    budget.spend(1, at: start)
    #expect(budget.earliest(1, at: start) == start.now + .milliseconds(1200))
  }

  @Test("What is used up of a day comes back a little after midnight in UTC")
  func day() {
    var budget = PollBudget(.basic, at: start)
    for minute in 0..<100 { budget.spend(8, at: after(minute * 61)) }
    let late = after(101 * 61)
    #expect(budget.leftToday(at: late) == 0)
    #expect(budget.earliest(1, at: late) == after(86_400 + 30).now)
    #expect(budget.leftToday(at: after(86_400)) == 800)
    #expect(budget.earliest(8, at: after(86_400)) == after(86_400).now)
  }

  @Test("A run goes on with what the one before has spent, of the day and of the minute")
  func restart() {
    var first = PollBudget(.basic, at: start)
    first.spend(8, at: after(30))
    let record = first.record(at: after(40))
    // Another machine clock, the same wall clock.
    let later = PollClock(now: Instant(nanoseconds: 77_000_000_000), wall: after(45).wall)
    let second = PollBudget(.basic, record: record, at: later)
    #expect(second.leftToday(at: later) == 792)
    #expect(second.earliest(1, at: later) == later.now + .seconds(46))
  }

  @Test("A record of another day counts nothing; a clock that was set back brings nothing back")
  func otherDays() {
    let old = PollRecord(day: start.day - 1, spent: 800)
    #expect(PollBudget(.basic, record: old, at: start).leftToday(at: start) == 800)
    var budget = PollBudget(.basic, at: start)
    budget.spend(8, at: start)
    let yesterday = PollClock(now: start.now + .seconds(5), wall: start.wall - .seconds(3600))
    #expect(budget.leftToday(at: yesterday) == 792)
    budget.spend(8, at: yesterday)
    #expect(budget.leftToday(at: after(10)) == 784)
  }

  @Test("What the source counts higher than we do holds, and what it counts lower does not")
  func allowance() {
    var budget = PollBudget(.basic, at: start)
    budget.spend(1, at: start)
    budget.learn(PollAllowance(leftOfMinute: 7), at: start)
    #expect(budget.affordable(8, at: start) == 7)
    budget.learn(PollAllowance(leftOfMinute: 3), at: start)
    #expect(budget.affordable(8, at: start) == 3)
    budget.learn(PollAllowance(leftOfMinute: 8, leftOfDay: 10), at: start)
    #expect(budget.affordable(8, at: start) == 3)
    #expect(budget.leftToday(at: start) == 10)
    // A plan with more credits says so by itself.
    var plan = PollBudget(.basic, at: start)
    plan.learn(PollAllowance(leftOfMinute: 50, perMinute: 55, hasFreeDays: true), at: start)
    #expect(plan.affordable(80, at: start) == 50)
    #expect(plan.leftToday(at: start) == nil)
  }

  @Test("What was not charged is given back")
  func refund() {
    var budget = PollBudget(.basic, at: start)
    budget.spend(8, at: start)
    budget.refund(8, spentAt: start.now)
    #expect(budget.affordable(8, at: start) == 8)
    #expect(budget.leftToday(at: start) == 800)
  }

  @Test(
    "Periods are steps that a header can say",
    arguments: [
      (1, 1, "1 s"), (59, 60, "60 s"), (61, 90, "90 s"), (91, 120, "2 min"), (800, 840, "14 min"),
      (3601, 5400, "90 min"), (7000, 7200, "2 h"),
    ])
  func steps(needed: Int, seconds: Int, words: String) {
    let period = PollPeriod(atLeast: .seconds(needed))
    #expect(period.seconds == seconds)
    #expect(period.words == words)
  }

  @Test("A period grows at once and shrinks only with room to spare")
  func hysteresis() {
    var period = PollPeriod(atLeast: .seconds(60))
    let steps = [61, 58, 50].map { needed in
      let isChanged = period.follow(.seconds(needed))
      return (isChanged, period.seconds)
    }
    #expect(steps.map(\.0) == [true, false, true])
    #expect(steps.map(\.1) == [90, 90, 60])
  }
}
