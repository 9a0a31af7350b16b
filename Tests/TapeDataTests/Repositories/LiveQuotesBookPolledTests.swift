import TapeDomain
import Testing

@testable import TapeData

/// Rows that are polled beside a stream: each is judged by its own period, and not by the stream's link.
@Suite struct LiveQuotesBookPolledTests {
  private static let down = FeedStatus.reconnecting(
    attempt: 1, retryAt: nil, since: Instant(nanoseconds: 0), reason: "gone")

  /// A live book in which A is streamed and B is polled.
  private func mixed() throws -> BookDriver {
    var driver = try BookDriver.live("A", "B")
    try poll(&driver, 11)
    #expect(try driver.row("A") == "10")
    #expect(try driver.row("B") == "11")
    return driver
  }

  private func poll(_ driver: inout BookDriver, _ number: Int) throws {
    var patch = try BookDriver.patch("B", number)
    patch.currency = "EUR"
    patch.quality = .set(.polled(every: 30))
    driver.receive(.snapshot(patch))
  }

  @Test(
    "A link that is down, late or refused makes the streamed row stale and leaves the polled one alone",
    arguments: [down, .late(since: Instant(nanoseconds: 0)), .refused(reason: "no"), .connecting])
  func linkDown(_ status: FeedStatus) throws {
    var driver = try mixed()
    driver.book.change(to: status, at: driver.now)
    #expect(try driver.row("A") == "10?")
    #expect(try driver.row("B") == "11")
    try poll(&driver, 12)
    #expect(try driver.row("B") == "12", "its answers count while the link is down")
  }

  @Test("Its own time makes it stale while the link is down, and its next answer live again")
  func ownTime() throws {
    var driver = try mixed()
    driver.book.change(to: Self.down, at: driver.now)
    driver.receive(.lost([try BookDriver.symbol("B")]))
    #expect(try driver.row("B") == "11?")
    try poll(&driver, 12)
    #expect(try driver.row("B") == "12")
    #expect(try driver.row("A") == "10?")
  }

  @Test("A program that is stopped asks nothing, so that nothing is live until it is told again")
  func suspended() throws {
    var driver = try mixed()
    driver.book.change(to: .suspended, at: driver.now)
    #expect(try driver.row("B") == "11?")
    driver.book.change(to: .connecting, at: driver.now)
    #expect(try driver.row("B") == "11?")
    try poll(&driver, 12)
    #expect(try driver.row("B") == "12")
  }

  @Test("What is streamed from now on depends on the link")
  func streamedAgain() throws {
    var driver = try mixed()
    try driver.snapshot("B", 12)
    driver.book.change(to: Self.down, at: driver.now)
    #expect(try driver.row("B") == "12?")
  }

  @Test("A row that left the screen while the link was down is not live when it comes back unasked")
  func released() throws {
    var driver = try mixed()
    driver.book.change(to: Self.down, at: driver.now)
    driver.book.release(1, at: driver.now)
    driver.advance(.seconds(3))
    driver.book.connect(at: driver.now)
    try driver.watch(["B"])
    #expect(try driver.row("B") == "11?")
  }
}
