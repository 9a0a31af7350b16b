import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct PriceRowFormatterTests {
  private func row(_ live: LiveQuote, name: String = "Acme") throws -> PriceRowState {
    var formatter = PriceRowFormatter(locale: Locale(identifier: "en_US"), isUnicode: true)
    var row = formatter.waitingRow(for: Instrument(symbol: try QuoteSamples.symbol("ACME"), name: name))
    formatter.show(live, after: nil, in: &row)
    return row
  }

  @Test("A live row shows price, change and percent, and no age")
  func live() throws {
    let row = try row(QuoteSamples.live(try QuoteSamples.symbol("ACME"), 18_245, previousClose: 18_010))
    #expect(row.price == DecimalText(text: "€182.45", leading: 4))
    #expect(row.change?.text == "+2.35")
    #expect(row.percent?.text == "+1.30 %")
    #expect(row.trend == 1)
    #expect(row.staleSince == nil)
    #expect(row.condition == .none)
    #expect(row.accessibilityLabel == "Acme, 182 euros 45, up 1.3 percent")
  }

  @Test("A price that may be out of date says since when")
  func stale() throws {
    let row = try row(QuoteSamples.stale(try QuoteSamples.symbol("ACME"), 18_245))
    #expect(row.staleSince == QuoteSamples.time)
  }

  @Test("Without a price or a reference there is no number, never a zero")
  func missing() throws {
    let acme = try QuoteSamples.symbol("ACME")
    let none = try row(QuoteSamples.live(acme, nil, previousClose: 100))
    #expect(none.price == nil)
    #expect(none.change == nil)
    let noReference = try row(QuoteSamples.live(acme, 100))
    #expect(noReference.change == nil)
    #expect(noReference.percent == nil)
    #expect(noReference.trend == 0)
    let zeroReference = try row(QuoteSamples.live(acme, 100, previousClose: 0))
    #expect(zeroReference.change == nil)
    #expect(zeroReference.percent == nil)
    #expect(zeroReference.trend == 0)
    let negativeReference = try row(QuoteSamples.live(acme, 100, previousClose: -100))
    #expect(negativeReference.change?.text == "+2.00")
    #expect(negativeReference.percent == nil)
  }

  @Test("What was shown before leaves nothing behind")
  func residue() throws {
    var formatter = PriceRowFormatter(locale: Locale(identifier: "en_US"), isUnicode: true)
    let acme = try QuoteSamples.symbol("ACME")
    var row = formatter.waitingRow(for: Instrument(symbol: acme, name: "Acme"))
    let waiting = row
    let live = QuoteSamples.live(acme, 18_245, previousClose: 18_010)
    formatter.show(live, after: nil, in: &row)
    formatter.show(LiveQuote(absence: .waiting), after: live, in: &row)
    #expect(row == waiting)
  }

  @Test("A change of the reference alone changes the change")
  func newReference() throws {
    var formatter = PriceRowFormatter(locale: Locale(identifier: "en_US"), isUnicode: true)
    let acme = try QuoteSamples.symbol("ACME")
    var row = formatter.waitingRow(for: Instrument(symbol: acme, name: "Acme"))
    let old = QuoteSamples.live(acme, 18_245, previousClose: 18_010)
    formatter.show(old, after: nil, in: &row)
    formatter.show(QuoteSamples.live(acme, 18_245, previousClose: 18_245), after: old, in: &row)
    #expect(row.change?.text == "0.00")
    #expect(row.percent?.text == "0.00 %")
    #expect(row.trend == 0)
  }

  @Test(
    "The state column says one thing, in the order of need",
    arguments: [
      (MarketSession.halted, 15, RowCondition.halted), (.auction, 15, .auction), (.closed, 15, .closed),
      (.pre, 15, .pre), (.post, 15, .post), (.open, 15, .delayed(minutes: 15)), (.open, 0, .none),
    ])
  func conditions(session: MarketSession, delay: Int, expected: RowCondition) throws {
    let quote = QuoteSamples.quote(try QuoteSamples.symbol("ACME"), 100, session: session, delay: delay)
    #expect(PriceRowFormatter.condition(of: LiveQuote(quote: quote, freshness: .live)) == expected)
  }

  @Test("Names and reasons of the server are cleaned; a row without a name is called by its symbol")
  func hostileText() throws {
    let row = try row(LiveQuote(absence: .rejected("\u{1B}[2JNo")), name: "\u{1B}]0;x\u{7}")
    #expect(row.name == "]0;x")
    #expect(row.condition == .rejected("[2JNo"))
    let unnamed = try self.row(LiveQuote(absence: .waiting), name: "")
    #expect(unnamed.accessibilityLabel == "ACME, no price yet")
  }
}
