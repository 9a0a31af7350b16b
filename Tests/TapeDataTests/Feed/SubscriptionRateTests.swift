import TapeDomain
import Testing

@testable import TapeData

@Suite struct SubscriptionRateTests {
  private let start = Instant(nanoseconds: 0)

  private func symbols(_ text: String) throws -> Set<Symbol> {
    Set(try text.split(separator: " ").map { try #require(Symbol($0)) })
  }

  private func text(_ symbols: [Symbol]) -> String { symbols.map(\.text).joined(separator: " ") }

  /// A connected ledger of one that wants A fast and B and C slowly.
  private func ledger() throws -> SubscriptionLedger {
    var ledger = SubscriptionLedger()
    _ = ledger.connect()
    #expect(text(ledger.retain(try symbols("A"))) == "A")
    #expect(text(ledger.retain(background: try symbols("B C"), at: start)) == "B C")
    return ledger
  }

  @Test("A symbol that comes near is quickened at once and said once")
  func quicken() throws {
    var ledger = try ledger()
    #expect(ledger.retain(try symbols("B")) == [])
    #expect(text(ledger.takeRateChanges(at: start).faster) == "B")
    #expect(ledger.takeRateChanges(at: start).faster == [])
    #expect(ledger.retain(try symbols("B")) == [])
    #expect(ledger.takeRateChanges(at: start).faster == [])
    #expect(text(ledger.slow) == "C")
  }

  @Test("A symbol that is wanted slowly only keeps its rate for 2 s")
  func slowDown() throws {
    var ledger = try ledger()
    #expect(ledger.retain(background: try symbols("A"), at: start) == [])
    ledger.release(try symbols("A"), at: start)
    #expect(ledger.deadline == start + .seconds(2))
    #expect(ledger.takeRateChanges(at: start + .milliseconds(1_999)).slower == [])
    #expect(text(ledger.takeRateChanges(at: start + .seconds(2)).slower) == "A")
    #expect(ledger.deadline == nil)
    #expect(text(ledger.slow) == "A B C")
  }

  @Test("A row that leaves and comes back within the grace costs nothing on the wire")
  func fling() throws {
    var ledger = try ledger()
    _ = ledger.retain(background: try symbols("A"), at: start)
    ledger.release(try symbols("A"), at: start)
    #expect(ledger.retain(try symbols("A")) == [])
    let changes = ledger.takeRateChanges(at: start + .seconds(9))
    #expect(changes.faster == [])
    #expect(changes.slower == [])
  }

  @Test("A whole watch that is replaced by one of another class is slowed down, not asked for anew")
  func replaced() throws {
    var ledger = try ledger()
    ledger.release(try symbols("A"), background: try symbols("B C"), at: start)
    #expect(ledger.retain(try symbols("B")) == [])
    #expect(ledger.retain(background: try symbols("A C"), at: start) == [])
    let now = ledger.takeRateChanges(at: start)
    #expect(text(now.faster) == "B")
    #expect(now.slower == [])
    #expect(text(ledger.takeRateChanges(at: start + .seconds(2)).slower) == "A")
    #expect(ledger.takeDue(at: start + .seconds(2)) == [])
  }

  @Test("A slow symbol that nobody wants any more is unsubscribed, and comes back fast")
  func unsubscribed() throws {
    var ledger = try ledger()
    ledger.release([], background: try symbols("B"), at: start)
    #expect(text(ledger.takeDue(at: start + .seconds(2))) == "B")
    #expect(text(ledger.retain(try symbols("B"))) == "B")
    #expect(ledger.takeRateChanges(at: start).faster == [])
  }

  @Test("After a reconnect each symbol is subscribed at the rate that it is wanted at")
  func reconnect() throws {
    var ledger = try ledger()
    _ = ledger.retain(try symbols("C"))
    #expect(text(ledger.connect()) == "A C")
    #expect(text(ledger.slow) == "B")
    #expect(ledger.takeRateChanges(at: start).faster == [])
  }
}
