import TapeDomain
import Testing

@testable import TapeData

@Suite struct LiveQuotesBookRateTests {
  private func symbols(_ names: String...) throws -> Set<Symbol> { Set(try names.map(BookDriver.symbol)) }

  /// A live book whose watcher sees A and has B in the background.
  private func driver() throws -> BookDriver {
    var driver = BookDriver()
    driver.book.watch(try symbols("A"), background: try symbols("A", "B"), as: 1, at: driver.now)
    driver.book.connect(at: driver.now)
    driver.book.change(to: .live, at: driver.now)
    #expect(driver.asked() == ["subscribe A 4", "subscribe B 1"])
    for name in ["A", "B"] { try driver.snapshot(name, 10) }
    #expect(try driver.row("B") == "10")
    return driver
  }

  @Test("A row that comes near is asked for faster and stays live while the answer is on its way")
  func quicken() throws {
    var driver = try driver()
    driver.book.watch(try symbols("B"), background: try symbols("A"), as: 2, at: driver.now)
    #expect(driver.asked() == ["subscribe B 4"])
    #expect(try driver.row("B") == "10")
    try driver.update("B", 11)
    #expect(try driver.row("B") == "11")
    try driver.snapshot("B", 11)
    #expect(try driver.row("B") == "11")
    try driver.update("B", 12)
    #expect(try driver.row("B") == "12")
    #expect(driver.asked() == [])
  }

  @Test("A gap after a change of the rate is a gap as ever: stale until a snapshot")
  func gap() throws {
    var driver = try driver()
    driver.book.watch(try symbols("B"), as: 2, at: driver.now)
    _ = driver.asked()
    try driver.update("B", 13)
    #expect(try driver.row("B") == "10?")
    #expect(driver.asked() == ["resync B"])
    try driver.snapshot("B", 13)
    #expect(try driver.row("B") == "13")
  }

  @Test("A row that leaves the screen is asked for slowly after 2 s, and never stale for it")
  func slowDown() throws {
    var driver = try driver()
    driver.book.watch([], background: try symbols("A", "B"), as: 2, at: driver.now)
    driver.book.release(1, at: driver.now)
    #expect(driver.asked() == [])
    driver.advance(.seconds(2))
    #expect(driver.asked() == ["subscribe A 1"])
    try driver.update("A", 11)
    driver.pull(2)
    driver.book.watch(try symbols("A"), as: 1, at: driver.now)
    #expect(driver.asked() == ["subscribe A 4"])
    #expect(try driver.row("A") == "11")
  }

  @Test("A watcher that leaves releases its background as well")
  func release() throws {
    var driver = try driver()
    driver.book.release(1, at: driver.now)
    driver.advance(.seconds(2))
    #expect(driver.asked() == ["unsubscribe A,B"])
  }
}
