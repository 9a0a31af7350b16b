import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

/// A day of a source with 8 credits a minute and 800 a day, in virtual time; every request is counted.
@Suite struct PollDayTests {
  private static let opening = PollDriver.midnight + .seconds(14 * 3600 + 1800)
  private static let closing = PollDriver.midnight + .seconds(21 * 3600)

  /// A market that is open for six and a half hours.
  private static func market(_ job: PollJob, _ wall: Timestamp) -> PollAnswer {
    let secondOfDay = (wall - PollDriver.midnight).components.seconds % 86_400
    let isOpen = secondOfDay >= 52_200 && secondOfDay < 75_600
    let today = wall - .seconds(secondOfDay)
    let opening = today + .seconds(52_200) + (secondOfDay < 52_200 ? .zero : .seconds(86_400))
    return PollAnswer(
      job.symbols.map { symbol in
        var patch = PollDriver.patch(symbol, at: wall, session: isOpen ? .open : .closed)
        if !isOpen { patch.opening = .set(MarketOpening(time: opening, zone: "America/New_York")) }
        return .snapshot(patch)
      })
  }

  private func check(_ asked: [PollDriver.Asked], sourceLocation: SourceLocation = #_sourceLocation) {
    let total = asked.reduce(0) { $0 + $1.cost }
    #expect(total <= 800, "\(total) credits", sourceLocation: sourceLocation)
    #expect(total >= 500, "only \(total) credits were used", sourceLocation: sourceLocation)
    for (index, first) in asked.enumerated() {
      let minute = asked[index...].prefix { $0.at - first.at < .seconds(60) }.reduce(0) { $0 + $1.cost }
      #expect(minute <= 8, "\(minute) credits in a minute", sourceLocation: sourceLocation)
    }
  }

  @Test("The credits last a whole day, with 8, 30 and 100 symbols", arguments: [8, 30, 100])
  func wholeDay(count: Int) {
    var driver = PollDriver(.basic, source: Self.market)
    driver.want(PollDriver.symbols(count))
    driver.pass(.seconds(86_399))
    check(driver.asked)
    let open = driver.asked.filter { $0.at >= Self.opening && $0.at < Self.closing }
    let used = open.reduce(0) { $0 + $1.cost }
    #expect(used >= 300, "only \(used) credits went into the hours in which prices move")
    #expect(driver.statuses == [.connecting, .live], "nothing was ever down")
  }

  @Test("A restart in the middle does not bring credits back", arguments: [8, 30, 100], [12, 18])
  func restart(count: Int, hour: Int) {
    var first = PollDriver(.basic, source: Self.market)
    first.want(PollDriver.symbols(count))
    first.pass(.seconds(hour * 3600))
    let record = first.schedule.budget.record(at: first.clock)
    var second = PollDriver(
      .basic, record: record, wall: first.wall, now: Instant(nanoseconds: 9_000_000_000_000),
      source: Self.market)
    second.want(PollDriver.symbols(count))
    second.pass(.seconds(86_399 - hour * 3600))
    check(first.asked + second.asked)
  }

  @Test("Two days in a row have each their own credits")
  func twoDays() {
    var driver = PollDriver(.basic, source: Self.market)
    driver.want(PollDriver.symbols(30))
    driver.pass(.seconds(2 * 86_400 - 1))
    let noon = PollDriver.midnight + .seconds(86_400)
    check(driver.asked.filter { $0.at < noon })
    check(driver.asked.filter { $0.at >= noon })
  }

  @Test("Scrolling through a long list all day stays within the credits")
  func scrolling() {
    var driver = PollDriver(.basic) { PollDriver.prices($0, at: $1) }
    let symbols = PollDriver.symbols(200)
    for step in 0..<1_400 {
      let top = (step * 17) % 170
      driver.want(Array(symbols[top..<top + 30]))
      driver.pass(.seconds(61))
      driver.drop(Array(symbols[top..<top + 30]))
    }
    let total = driver.asked.filter { $0.at < PollDriver.midnight + .seconds(86_400) }.reduce(0) {
      $0 + $1.cost
    }
    #expect(total <= 800)
  }

  @Test("A source that is down all day is not asked its credits away")
  func downAllDay() {
    var terms = PollTerms.basic
    terms.chargesErrors = true
    var driver = PollDriver(terms) { _, _ in PollAnswer(failure: .transient(reason: "Down.")) }
    driver.want(PollDriver.symbols(8))
    driver.pass(.seconds(86_399))
    #expect(driver.asked.reduce(0) { $0 + $1.cost } <= 800)
  }

  @Test("An open market is asked so often that each price is live for all of the session")
  func alwaysLive() {
    var driver = PollDriver(.basic, source: Self.market)
    driver.want(PollDriver.symbols(8))
    driver.pass(.seconds(16 * 3600))
    driver.forget()
    driver.pass(.seconds(4 * 3600))
    #expect(driver.lost.isEmpty)
    #expect(driver.schedule.period.seconds <= 600, "polled every \(driver.schedule.period.words)")
  }
}
