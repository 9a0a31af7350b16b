import TapeDomain
import Testing

@testable import TapeData

/// The protocol's rules as a watcher sees them.
@Suite struct LiveQuotesBookTests {
  private let down = FeedStatus.reconnecting(
    attempt: 1, retryAt: nil, since: Instant(nanoseconds: 0), reason: "gone")

  @Test("A row waits, is live with its snapshot and follows its updates")
  func journey() throws {
    var driver = BookDriver()
    try driver.watch(["A"])
    #expect(try driver.row("A") == "waiting")
    driver.book.connect(at: driver.now)
    #expect(driver.asked() == ["subscribe A 4"])
    try driver.snapshot("A", 10)
    #expect(try driver.row("A") == "10?", "no status said that the feed is live")
    driver.book.change(to: .live, at: driver.now)
    #expect(try driver.row("A") == "10")
    try driver.update("A", 11, 12)
    #expect(try driver.row("A") == "12")
  }

  @Test("A gap interrupts only its symbol, shows nothing of the gapped value and asks once (rule 1)")
  func gap() throws {
    var driver = try BookDriver.live("A", "B")
    try driver.update("A", 12, 13)
    #expect(driver.asked() == ["resync A"])
    #expect(try driver.row("A") == "10?")
    #expect(try driver.row("B") == "10")
    try driver.snapshot("A", 13)
    #expect(try driver.row("A") == "13")
    #expect(driver.book.statistics.gaps == 1 && driver.book.statistics.resyncs == 1)
  }

  @Test("A gap that is healed before the watcher looks is still told")
  func healedGap() throws {
    var driver = try BookDriver.live("A")
    let symbol = try BookDriver.symbol("A")
    try driver.update("A", 12)
    try driver.snapshot("A", 12)
    let events = driver.pull()
    #expect(events.first == .interrupted([symbol]))
    #expect(events.count == 2)
    #expect(driver.view.quotes[symbol]?.isLive == true)
  }

  @Test("Gaps of one burst are one command")
  func gapsOfABurst() throws {
    var driver = try BookDriver.live("A", "B")
    let messages = try ["A", "B", "A"].map { FeedMessage.update(try BookDriver.patch($0, 15)) }
    driver.book.receive(messages, at: driver.now)
    #expect(driver.asked() == ["resync A,B"])
  }

  @Test("A snapshot that does not come is asked for again, and only while the link is up (rule 2)")
  func missingSnapshot() throws {
    var driver = try BookDriver.live("A")
    try driver.update("A", 12)
    _ = driver.asked()
    #expect(driver.book.deadline == driver.now + .seconds(3))
    driver.advance(.seconds(3))
    #expect(driver.asked() == ["resync A"])
    driver.book.change(to: down, at: driver.now)
    #expect(driver.book.deadline == nil)
    driver.advance(.seconds(60))
    #expect(driver.asked() == [])
  }

  @Test("A count that differs interrupts and resyncs every subscribed symbol, once (rule 3)")
  func incomplete() throws {
    var driver = try BookDriver.live("A", "B")
    driver.heartbeat(sent: 5, received: 5)
    #expect(driver.asked() == [])
    driver.heartbeat(sent: 9, received: 8)
    #expect(driver.asked() == ["resync A,B"])
    #expect(try driver.row("A") == "10?")
    #expect(try driver.row("B") == "10?")
    driver.heartbeat(sent: 10, received: 9)
    try driver.snapshot("A", 10)
    try driver.snapshot("B", 10)
    #expect(driver.asked() == [])
    #expect(try driver.row("A") == "10")
  }

  @Test("The count starts afresh with a connection (rule 3)")
  func countOfAConnection() throws {
    var driver = try BookDriver.live("A")
    driver.heartbeat(sent: 9, received: 8)
    driver.book.connect(at: driver.now)
    try driver.snapshot("A", 1)
    _ = driver.asked()
    driver.heartbeat(sent: 2, received: 2)
    #expect(driver.asked() == [])
    #expect(try driver.row("A") == "1")
  }

  @Test(
    "100 malformed frames in a row end the connection, and a good one between starts the count anew (rule 4)")
  func malformed() throws {
    var driver = try BookDriver.live("A")
    for _ in 0..<99 { driver.receive(.malformed(reason: "x")) }
    driver.receive(.unknown)
    for _ in 0..<99 { driver.receive(.malformed(reason: "x")) }
    #expect(driver.asked() == [])
    #expect(try driver.row("A") == "10")
    driver.receive(.malformed(reason: "the last"))
    let requests = driver.book.takeRequests()
    guard case .fail(1_002, let reason)? = requests.last else {
      Issue.record("\(requests)")
      return
    }
    #expect(reason.contains("the last"))
    #expect(driver.book.statistics.malformed == 199)
  }

  @Test("A malformed frame that names a symbol makes its price unproven; the others stay live")
  func malformedUpdate() throws {
    var driver = try BookDriver.live("A", "B")
    driver.receive(.malformed(reason: "last has a value it cannot have", symbol: try BookDriver.symbol("A")))
    #expect(driver.asked() == ["resync A"])
    #expect(try driver.row("A") == "10?")
    #expect(try driver.row("B") == "10")
    #expect(driver.view.notices.count == 1)
    #expect(driver.view.notices.first?.contains("\"A\"") == true)
  }

  @Test("A connection subscribes the whole set, and rows are stale until their snapshots (rule 5)")
  func reconnect() throws {
    var driver = try BookDriver.live("A", "B")
    driver.book.change(to: down, at: driver.now)
    #expect(try driver.row("A") == "10?")
    driver.book.connect(at: driver.now)
    #expect(driver.asked() == ["subscribe A,B 4"])
    driver.book.change(to: .live, at: driver.now)
    #expect(try driver.row("A") == "10?")
    try driver.snapshot("A", 1)
    #expect(try driver.row("A") == "1")
    #expect(try driver.row("B") == "10?")
    try driver.update("A", 2)
    #expect(try driver.row("A") == "2")
  }

  @Test("A connection without word of an end interrupts all the same")
  func suddenConnection() throws {
    var driver = try BookDriver.live("A")
    driver.book.connect(at: driver.now)
    #expect(try driver.row("A") == "10?")
  }

  @Test("Every status but live makes every row stale at once", arguments: [0, 1, 2, 3, 4])
  func statuses(number: Int) throws {
    let statuses: [FeedStatus] = [
      .connecting, .late(since: Instant(nanoseconds: 0)), down, .suspended, .refused(reason: "no"),
    ]
    var driver = try BookDriver.live("A")
    driver.book.change(to: statuses[number], at: driver.now)
    #expect(try driver.row("A") == "10?")
    #expect(driver.view.statuses.last == statuses[number])
  }

  @Test("What came late is live again once messages are in time, unless it had a gap (rule 6)")
  func late() throws {
    var driver = try BookDriver.live("A", "B")
    driver.book.change(to: .late(since: driver.now), at: driver.now)
    try driver.update("A", 11)
    try driver.update("B", 13)
    #expect(driver.asked() == ["resync B"])
    #expect(try driver.row("A") == "11?")
    driver.book.change(to: .live, at: driver.now)
    #expect(try driver.row("A") == "11")
    #expect(try driver.row("B") == "10?")
  }

  @Test("After an outage on the same connection a row waits for a snapshot, which is asked for in time")
  func outageWithoutConnection() throws {
    var driver = try BookDriver.live("A")
    driver.book.change(to: down, at: driver.now)
    driver.book.change(to: .live, at: driver.now)
    try driver.update("A", 11)
    #expect(try driver.row("A") == "10?")
    driver.advance(.seconds(3))
    #expect(driver.asked() == ["resync A"])
  }

  @Test("An unknown symbol says so, is not asked again on this connection, and the others go on (rule 9)")
  func unknownSymbol() throws {
    var driver = BookDriver()
    try driver.watch(["A", "NOPE"])
    driver.book.connect(at: driver.now)
    driver.book.change(to: .live, at: driver.now)
    try driver.snapshot("A", 1)
    driver.receive(.error(code: "unknown_symbol", symbol: try BookDriver.symbol("NOPE"), message: "?"))
    _ = driver.asked()
    driver.advance(.seconds(10))
    try driver.watch(["NOPE"], as: 2)
    #expect(driver.asked() == [])
    #expect(try driver.row("NOPE") == "unknownSymbol")
    #expect(try driver.row("A") == "1")
    driver.book.connect(at: driver.now)
    #expect(driver.asked() == ["subscribe A,NOPE 4"])
    try driver.snapshot("NOPE", 1)
    #expect(try driver.row("NOPE") == "1")
  }

  @Test("A refused symbol of which a snapshot comes all the same is a symbol like any other")
  func refusedAndServed() throws {
    var driver = try BookDriver.live("A")
    driver.receive(.error(code: "busy", symbol: try BookDriver.symbol("A"), message: "later"))
    try driver.snapshot("A", 20)
    #expect(try driver.row("A") == "20")
    driver.book.release(1, at: driver.now)
    driver.advance(.seconds(2))
    #expect(driver.asked() == ["unsubscribe A"])
  }

  @Test("Another error about a symbol is its reason; an error about none is a notice (rule 9)")
  func otherErrors() throws {
    var driver = try BookDriver.live("A", "B")
    driver.receive(
      .error(code: "no_rights", symbol: try BookDriver.symbol("A"), message: "not yours"),
      .error(code: "busy", symbol: nil, message: "try later"))
    #expect(try driver.row("A") == #"rejected("not yours")"#)
    #expect(try driver.row("B") == "10")
    #expect(driver.view.notices == ["try later"])
  }

  @Test("A session changes the rows it names, and only tells of those that are live")
  func market() throws {
    var driver = try BookDriver.live("A", "B", "C")
    try driver.update("B", 12)
    driver.pull()
    driver.receive(
      .market(session: .closed, symbols: [try BookDriver.symbol("A"), try BookDriver.symbol("B")]))
    let events = driver.pull()
    #expect(events.count == 1)
    let sessions = try ["A", "B", "C"].map { driver.view.quotes[try BookDriver.symbol($0)]?.quote?.session }
    #expect(sessions == [.closed, .open, .open])
    try driver.update("A", 11)
    driver.pull()
    #expect(driver.view.quotes[try BookDriver.symbol("A")]?.quote?.session == .closed)
  }

  @Test("What is not subscribed is dropped and counted")
  func notSubscribed() throws {
    var driver = try BookDriver.live("A")
    try driver.update("Z", 1)
    try driver.snapshot("Z", 1)
    driver.receive(.unknown)
    #expect(driver.pull() == [])
    #expect(driver.book.statistics.dropped == 3)
  }

  @Test("An update in a currency whose scale cannot be told is a loss, not a price")
  func unreadableUpdate() throws {
    var driver = try BookDriver.live("A")
    var patch = try BookDriver.patch("A", 11)
    patch.currency = "ZZZ"
    driver.receive(.update(patch))
    #expect(driver.asked() == ["resync A"])
    #expect(try driver.row("A") == "10?")
  }
}
