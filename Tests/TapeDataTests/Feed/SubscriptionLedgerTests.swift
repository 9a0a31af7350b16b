import TapeDomain
import Testing

@testable import TapeData

@Suite struct SubscriptionLedgerTests {
  private let start = Instant(nanoseconds: 0)

  private func symbols(_ text: String) throws -> Set<Symbol> {
    Set(try text.split(separator: " ").map { try #require(Symbol($0)) })
  }

  private func text(_ symbols: [Symbol]) -> String { symbols.map(\.text).joined(separator: " ") }

  private func connected(_ wanted: String) throws -> SubscriptionLedger {
    var ledger = SubscriptionLedger()
    _ = ledger.retain(try symbols(wanted))
    _ = ledger.connect()
    return ledger
  }

  @Test("Only the difference is subscribed")
  func difference() throws {
    var ledger = try connected("A B")
    #expect(text(ledger.retain(try symbols("B C D"))) == "C D")
    #expect(ledger.retain(try symbols("A B C D")) == [])
  }

  @Test("A symbol is unsubscribed 2 s after the last of its watchers left")
  func grace() throws {
    var ledger = try connected("A B")
    _ = ledger.retain(try symbols("B"))
    ledger.release(try symbols("A B"), at: start)
    #expect(ledger.deadline == start + .seconds(2))
    #expect(ledger.takeDue(at: start + .milliseconds(1_999)) == [])
    #expect(text(ledger.takeDue(at: start + .seconds(2))) == "A")
    #expect(ledger.deadline == nil)
    #expect(text(ledger.retain(try symbols("A B"))) == "A")
  }

  @Test("A fling back within the grace costs nothing")
  func fling() throws {
    var ledger = try connected("A")
    ledger.release(try symbols("A"), at: start)
    #expect(ledger.retain(try symbols("A")) == [])
    #expect(ledger.takeDue(at: start + .seconds(10)) == [])
  }

  @Test("After a reconnect the whole set is subscribed, without what was being let go")
  func reconnect() throws {
    var ledger = try connected("B A C")
    ledger.release(try symbols("C"), at: start)
    #expect(text(ledger.connect()) == "A B")
    #expect(ledger.takeDue(at: start + .seconds(2)) == [])
    #expect(text(ledger.retain(try symbols("C"))) == "C")
  }

  @Test("Before the first connection nothing is said")
  func unconnected() throws {
    var ledger = SubscriptionLedger()
    #expect(ledger.retain(try symbols("A B")) == [])
    ledger.release(try symbols("B"), at: start)
    #expect(ledger.takeDue(at: start + .seconds(2)) == [])
    #expect(text(ledger.connect()) == "A")
  }

  @Test("A refused symbol is asked again only on the next connection (rule 9)")
  func refused() throws {
    var ledger = try connected("A B")
    ledger.refuse(try #require(Symbol("B")))
    ledger.release(try symbols("B"), at: start)
    #expect(ledger.takeDue(at: start + .seconds(2)) == [])
    #expect(ledger.retain(try symbols("B")) == [])
    #expect(text(ledger.connect()) == "A B")
    ledger.release(try symbols("B"), at: start)
    #expect(text(ledger.takeDue(at: start + .seconds(2))) == "B")
  }

  @Test("A release without a subscription changes nothing")
  func stray() throws {
    var ledger = try connected("A")
    ledger.release(try symbols("Z"), at: start)
    #expect(ledger.deadline == nil)
  }
}
