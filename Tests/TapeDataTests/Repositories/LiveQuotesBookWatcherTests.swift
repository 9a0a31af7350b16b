import TapeDomain
import Testing

@testable import TapeData

/// Who watches what, and what is kept for them.
@Suite struct LiveQuotesBookWatcherTests {
  @Test("A new watcher is told everything that is known, in one element")
  func replay() throws {
    var driver = try BookDriver.live("A", "B")
    driver.heartbeat(time: Timestamp(seconds: 50))
    try driver.update("B", 12)
    try driver.watch(["A", "B", "C"], as: 2)
    var view = WatcherView()
    view.add(driver.pull(2))
    let symbols = try ["A", "B", "C"].map(BookDriver.symbol)
    #expect(view.quotes[symbols[0]]?.isLive == true)
    #expect(view.quotes[symbols[1]]?.quote?.sequence == 10)
    #expect(view.quotes[symbols[1]]?.isLive == false)
    #expect(view.quotes[symbols[2]]?.absence == .waiting)
    #expect(view.statuses == [.live])
    #expect(view.clocks == [ServerClock(time: Timestamp(seconds: 50), instant: driver.now)])
    #expect(driver.asked() == ["resync B", "subscribe C 4"])
    #expect(driver.pull(2) == [])
  }

  @Test("A released symbol is unsubscribed after 2 s; its quote is kept and shown stale")
  func release() throws {
    var driver = try BookDriver.live("A")
    driver.book.release(1, at: driver.now)
    #expect(driver.book.deadline == driver.now + .seconds(2))
    driver.advance(.seconds(2))
    #expect(driver.asked() == ["unsubscribe A"])
    try driver.update("A", 11)
    try driver.watch(["A"])
    #expect(driver.asked() == ["subscribe A 4"])
    #expect(try driver.row("A") == "10?")
    try driver.snapshot("A", 25)
    #expect(try driver.row("A") == "25")
  }

  @Test("A fling back within the grace finds the row live, without a word on the wire")
  func fling() throws {
    var driver = try BookDriver.live("A")
    driver.book.release(1, at: driver.now)
    driver.advance(.milliseconds(1_900))
    try driver.update("A", 11)
    try driver.watch(["A"])
    driver.advance(.seconds(5))
    #expect(driver.asked() == [])
    #expect(try driver.row("A") == "11")
  }

  @Test("A symbol stays subscribed while another watches it, and each is told by itself")
  func twoWatchers() throws {
    var driver = try BookDriver.live("A")
    try driver.watch(["A"], as: 2)
    driver.pull(2)
    driver.book.release(1, at: driver.now)
    driver.advance(.seconds(3))
    try driver.update("A", 11)
    #expect(driver.asked() == [])
    #expect(driver.pull(2).count == 1)
    #expect(driver.book.takeNews(for: 1) == nil)
  }

  @Test("A burst of any length waits as one quote for each symbol")
  func conflation() throws {
    var driver = try BookDriver.live("A", "B")
    for number in 11..<5_000 { try driver.update("A", number) }
    try driver.update("B", 11)
    #expect(driver.pull().count == 2)
    #expect(try driver.row("A") == "4999")
  }

  @Test("Only as many forgotten symbols are kept as the cache holds; the oldest go first")
  func cache() throws {
    var driver = BookDriver(cacheLimit: 20)
    driver.book.connect(at: driver.now)
    driver.book.change(to: .live, at: driver.now)
    for number in 0..<30 {
      try driver.watch(["S\(number)"])
      try driver.snapshot("S\(number)", 1)
      driver.book.release(1, at: driver.now)
      driver.advance(.seconds(2))
    }
    #expect(driver.book.slots.count <= 20)
    try driver.watch(["S0", "S29"])
    #expect(try driver.row("S0") == "waiting")
    #expect(try driver.row("S29") == "1?")
  }

  @Test("The server's clock is told first, when it moves by 250 ms, and anew after a reconnect")
  func clock() throws {
    var driver = try BookDriver.live("A")
    func clocks(at milliseconds: Int64, _ driver: inout BookDriver) -> Int {
      driver.heartbeat(time: Timestamp(nanoseconds: milliseconds * 1_000_000))
      return driver.pull().count
    }
    #expect(clocks(at: 10_000, &driver) == 1)
    driver.now = driver.now + .seconds(1)
    #expect(clocks(at: 11_249, &driver) == 0)
    driver.now = driver.now + .seconds(1)
    #expect(clocks(at: 12_250, &driver) == 1)
    driver.now = driver.now + .seconds(1)
    #expect(clocks(at: 12_900, &driver) == 0, "a reading that travelled longer tells nothing")
    driver.book.connect(at: driver.now)
    driver.pull()
    #expect(clocks(at: 13_900, &driver) == 1)
  }

  @Test("A reading of the clock is not believed for ever, since no two clocks run alike")
  func oldReading() throws {
    var driver = try BookDriver.live("A")
    driver.heartbeat(time: Timestamp(seconds: 100))
    driver.now = driver.now + .seconds(301)
    driver.heartbeat(time: Timestamp(seconds: 400))
    driver.pull()
    #expect(driver.view.clocks.last?.now(at: driver.now) == Timestamp(seconds: 400))
  }

  @Test("The time that rows were stale is summed from their first price on, while they are watched")
  func staleTime() throws {
    var driver = BookDriver()
    try driver.watch(["A", "B"])
    driver.book.connect(at: driver.now)
    driver.book.change(to: .live, at: driver.now)
    #expect(driver.book.statistics.firstPriceAt == nil)
    driver.now = driver.now + .seconds(5)
    try driver.snapshot("A", 1)
    #expect(driver.book.statistics.firstPriceAt == driver.now)
    driver.now = driver.now + .seconds(10)
    try driver.update("A", 3)
    driver.now = driver.now + .seconds(2)
    try driver.snapshot("A", 3)
    driver.now = driver.now + .seconds(1)
    driver.book.change(to: .suspended, at: driver.now)
    driver.now = driver.now + .seconds(4)
    var statistics = driver.book.statistics(at: driver.now)
    #expect(statistics.watchedTime == .seconds(17) && statistics.staleTime == .seconds(6))
    driver.book.release(1, at: driver.now)
    statistics = driver.book.statistics(at: driver.now + .seconds(100))
    #expect(statistics.watchedTime == .seconds(17))
    #expect(statistics.snapshots == 2 && statistics.updates == 0)
  }
}
