import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct PollScheduleTests {
  private let a = Fixtures.symbol("A")
  private let b = Fixtures.symbol("B")
  private let c = Fixtures.symbol("C")
  private let d = Fixtures.symbol("D")

  private func prices(_ job: PollJob, _ wall: Timestamp) -> PollAnswer { PollDriver.prices(job, at: wall) }

  @Test("What is wanted together is asked for in one request, again after a period, and never twice at once")
  func batches() {
    var driver = PollDriver(.free, source: prices)
    driver.latency = .seconds(4)
    driver.want([a, b])
    driver.want([a, b])
    driver.pass(.seconds(3))
    #expect(driver.batches == [[a, b]])
    driver.pass(.seconds(12))
    #expect(driver.batches == [[a, b], [a, b]])
    #expect(driver.statuses == [.connecting, .live])
  }

  @Test("A new symbol is asked for at once, and one that comes back within its time costs nothing")
  func newSymbols() {
    var driver = PollDriver(.free, source: prices)
    driver.want([a])
    driver.pass(.seconds(2))
    driver.want([b])
    driver.pass(.seconds(1))
    #expect(driver.batches == [[a], [b]])
    driver.drop([a])
    driver.forget()
    driver.want([a])
    #expect(driver.asked.isEmpty)
    #expect(driver.actions.contains(.tellAgain([a])))
  }

  @Test("Whoever asks again does not believe what was told, and is not told it again")
  func askedAgain() {
    var driver = PollDriver(.free, source: prices)
    driver.want([a, b])
    driver.pass(.seconds(2))
    driver.forget()
    driver.note(driver.schedule.take(.resync([a]), at: driver.clock))
    driver.pass(.seconds(1))
    #expect(driver.asked.count == 1 && driver.batches.first?.contains(a) == true)
    #expect(!driver.actions.contains(.tellAgain([a])))
  }

  @Test("What nobody watches is not asked for")
  func unwanted() {
    var driver = PollDriver(.free, source: prices)
    driver.want([a, b])
    driver.pass(.seconds(2))
    driver.drop([b])
    driver.forget()
    driver.pass(.seconds(11))
    #expect(driver.batches == [[a]])
  }

  @Test("A failed poll is tried twice soon and then ever later, while prices stay live for two periods")
  func failure() throws {
    var isDown = false
    var driver = PollDriver(.free) { job, wall in
      isDown ? PollAnswer(failure: .transient(reason: "Down.")) : PollDriver.prices(job, at: wall)
    }
    driver.latency = .milliseconds(0)
    driver.want([a, b])
    driver.pass(.seconds(5))
    isDown = true
    driver.forget()
    driver.pass(.seconds(14))
    // Due at 10 s; then after 1, 2 and 5 s.
    #expect(driver.asked.map { ($0.at - PollDriver.midnight).components.seconds } == [10, 11, 13, 18])
    #expect(driver.statuses.isEmpty && driver.lost.isEmpty, "the rows are within their two periods")
    guard case .retrying(let reason, let at)? = driver.schedule.activity else {
      Issue.record("nothing says what failed")
      return
    }
    #expect(reason == "Down." && at == driver.now + .seconds(9))
    driver.pass(.seconds(2))
    guard case .reconnecting(4, let retryAt?, let since, "Down.")? = driver.statuses.first else {
      Issue.record("\(driver.statuses)")
      return
    }
    #expect(since == driver.now - .seconds(1) && retryAt == driver.now + .seconds(7))
    isDown = false
    driver.pass(.seconds(8))
    #expect(driver.statuses.last == .live)
    #expect(driver.schedule.activity == nil)
  }

  @Test("While a try is under way after a failure nothing is told again and again")
  func standsStill() {
    var isDown = false
    var driver = PollDriver(.free) { job, wall in
      isDown ? PollAnswer(failure: .transient(reason: "Down.")) : PollDriver.prices(job, at: wall)
    }
    driver.want([a])
    driver.pass(.seconds(5))
    isDown = true
    driver.pass(.seconds(6))
    driver.latency = .seconds(30)
    driver.pass(.seconds(3))
    driver.forget()
    #expect(driver.schedule.workCount == 1)
    for step in 1...5 {
      let later = PollClock(now: driver.now + .milliseconds(step), wall: driver.wall + .milliseconds(step))
      #expect(driver.schedule.advance(to: later) == [])
    }
  }

  @Test("Before the first price a failure is a link that is tried again")
  func firstFailure() {
    var driver = PollDriver(.free) { _, _ in PollAnswer(failure: .transient(reason: "Down.")) }
    driver.want([a])
    driver.pass(.milliseconds(500))
    guard case .reconnecting(1, .some, _, "Down.")? = driver.statuses.last else {
      Issue.record("\(driver.statuses)")
      return
    }
    driver.pass(.milliseconds(900))
    guard case .reconnecting(1, nil, _, "Down.")? = driver.statuses.last else {
      Issue.record("the try under way has no time: \(driver.statuses)")
      return
    }
  }

  @Test("A row whose time is over is taken back alone while the others go on")
  func lostRow() {
    var driver = PollDriver(.free) { [b] job, wall in
      PollAnswer(
        job.symbols.filter { wall < PollDriver.midnight + .seconds(5) || $0 != b }
          .map { .snapshot(PollDriver.patch($0, at: wall)) })
    }
    driver.want([a, b])
    driver.pass(.seconds(25))
    #expect(driver.lost == [[b]])
    #expect(driver.statuses == [.connecting, .live])
  }

  @Test("A machine that slept takes its prices back before it asks")
  func slept() {
    var driver = PollDriver(.free, source: prices)
    driver.want([a])
    driver.pass(.seconds(5))
    driver.forget()
    let later = PollClock(now: driver.now + .seconds(7200), wall: driver.wall + .seconds(7200))
    #expect(driver.schedule.advance(to: later) == [.say([.lost([a])])])
    #expect(driver.schedule.nextWork(at: later)?.job == .quotes([a]))
  }

  @Test("Retry-After is kept, and no key shortens it")
  func retryAfter() {
    var isLimited = true
    var driver = PollDriver(.free) { job, wall in
      defer { isLimited = false }
      return isLimited
        ? PollAnswer(failure: .limited(reason: "Too often.", wait: .seconds(40), isDay: false))
        : PollDriver.prices(job, at: wall)
    }
    driver.want([a])
    driver.pass(.seconds(10))
    driver.note(driver.schedule.retry(at: driver.clock))
    driver.pass(.seconds(29))
    #expect(driver.asked.count == 1)
    driver.pass(.seconds(5))
    #expect(driver.asked.count == 2 && driver.statuses.last == .live)
  }

  @Test("A source that refuses the key is left alone until the user asks")
  func refused() {
    var isRefused = true
    var driver = PollDriver(.free) { job, wall in
      isRefused ? PollAnswer(failure: .refused(reason: "No key.")) : PollDriver.prices(job, at: wall)
    }
    driver.want([a])
    driver.pass(.seconds(7200))
    #expect(driver.asked.count == 1)
    #expect(driver.statuses.last == .refused(reason: "No key."))
    isRefused = false
    driver.note(driver.schedule.retry(at: driver.clock))
    driver.pass(.seconds(1))
    #expect(driver.statuses.last == .live)
  }

  @Test("One symbol that voids the whole answer is found by halves, and costs the others nothing")
  func dividing() {
    var driver = PollDriver(.free) { [c] job, wall in
      job.symbols.contains(c)
        ? PollAnswer(failure: .divided(reason: "a null list")) : PollDriver.prices(job, at: wall)
    }
    driver.want([a, b, c, d])
    driver.pass(.seconds(5))
    #expect(driver.batches == [[a, b, c, d], [a, b], [c, d], [c], [d]])
    #expect(driver.said.contains(.error(code: "refused", symbol: c, message: "a null list")))
    #expect(driver.statuses == [.connecting, .live])
    driver.forget()
    driver.pass(.seconds(10))
    #expect(driver.batches.allSatisfy { !$0.contains(c) } && !driver.batches.isEmpty)
  }

  @Test("A wrong symbol that comes first is found once another is served")
  func dividingFirst() {
    var driver = PollDriver(.free) { [a] job, wall in
      job.symbols.contains(a)
        ? PollAnswer(failure: .divided(reason: "a null list")) : PollDriver.prices(job, at: wall)
    }
    driver.want([a, b])
    driver.pass(.seconds(3))
    #expect(driver.batches == [[a, b], [a], [b]])
    #expect(driver.said.contains(.error(code: "refused", symbol: a, message: "a null list")))
  }

  @Test("When no half brings anything, it is the source and no symbol that is wrong")
  func dividingInVain() {
    var driver = PollDriver(.free) { _, _ in PollAnswer(failure: .divided(reason: "a null list")) }
    driver.want([a, b])
    driver.pass(.milliseconds(1200))
    #expect(driver.batches == [[a, b], [a], [b]])
    #expect(driver.said.isEmpty, "no symbol is refused for what the source does")
    guard case .reconnecting(1, .some, _, "a null list")? = driver.statuses.last else {
      Issue.record("\(driver.statuses)")
      return
    }
  }

  @Test("More symbols than a minute allows come batch by batch, and the line says which")
  func progress() {
    var driver = PollDriver(.basic, source: prices)
    let symbols = PollDriver.symbols(30)
    driver.want(symbols)
    #expect(driver.schedule.activity == .asking(batch: 1, of: 4))
    driver.pass(.seconds(62))
    #expect(driver.schedule.activity == .asking(batch: 2, of: 4))
    driver.pass(.seconds(130))
    #expect(driver.asked.map(\.cost) == [8, 8, 8, 6])
    #expect(driver.schedule.activity == nil)
  }

  @Test("Ctrl-Z asks nothing; afterwards what is within its time is live at once")
  func suspended() {
    var driver = PollDriver(.free, source: prices)
    driver.want([a])
    driver.pass(.seconds(2))
    driver.note(driver.schedule.suspend())
    driver.forget()
    driver.pass(.seconds(5))
    #expect(driver.asked.isEmpty)
    driver.note(driver.schedule.resume(at: driver.clock))
    #expect(driver.actions == [.emit(.live), .tellAgain([a])])
    driver.note(driver.schedule.suspend())
    driver.pass(.seconds(60))
    driver.forget()
    driver.note(driver.schedule.resume(at: driver.clock))
    #expect(!driver.actions.contains(.emit(.live)), "nothing is within its time")
    driver.pass(.seconds(1))
    #expect(driver.statuses.last == .live)
  }

  @Test("An errand is done once in a while, after the prices, and its failure costs them nothing")
  func errands() {
    var driver = PollDriver(.free) { job, wall in
      if case .errand = job { return PollAnswer(failure: .transient(reason: "No.")) }
      var answer = PollDriver.prices(job, at: wall)
      answer.errands = ["hours"]
      return answer
    }
    driver.want([a])
    driver.pass(.seconds(100))
    #expect(driver.asked.filter { $0.job == .errand("hours") }.count == 1)
    #expect(driver.statuses == [.connecting, .live])
  }

  @Test("The day's credits that others have used up are said, with when it goes on")
  func exhausted() {
    let terms = PollTerms.basic
    var driver = PollDriver(terms) { _, _ in
      PollAnswer(failure: .limited(reason: "No more today.", wait: nil, isDay: true))
    }
    driver.want([a])
    driver.pass(.seconds(3600))
    #expect(driver.asked.count == 1)
    guard case .reconnecting(1, let retryAt?, _, "No more today.")? = driver.statuses.last else {
      Issue.record("\(driver.statuses)")
      return
    }
    #expect((retryAt - driver.now) > .seconds(22 * 3600))
  }
}
