import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite("When a closed market opens")
struct OpeningTextTests {
  private static let zone = "America/New_York"

  /// Friday 2026-11-27, the clock in New York being five hours behind UTC.
  private func newYork(_ day: Int, _ hour: Int, _ minute: Int) -> Timestamp {
    let days = CivilTime.daysSince1970(year: 2026, month: 11, dayOfMonth: day)
    return Timestamp(seconds: Int64(days * 86_400 + (hour + 5) * 3600 + minute * 60))
  }

  @Test("Today's opening has no day, another one has, all in the zone of the exchange")
  func days() throws {
    let opening = MarketOpening(time: newYork(30, 9, 30), zone: Self.zone)
    let exchange = try #require(ExchangeOpening(opening))
    let today = try #require(OpeningText(exchange, now: newYork(30, 4, 0)))
    #expect(today.forms == ["opens 09:30 New York", "opens 09:30 EST"])
    let friday = try #require(OpeningText(exchange, now: newYork(27, 17, 0)))
    #expect(friday.forms == ["opens Mon 09:30 New York", "opens Mon 09:30 EST"])
    let distant = try #require(OpeningText(exchange, now: newYork(20, 17, 0)))
    #expect(distant.forms.first == "opens 30 Nov 09:30 New York")
    #expect(exchange.spoken == "opens Monday at 09:30 in New York")
  }

  @Test("An opening that is over, or of a zone that nobody knows, says nothing")
  func nothing() throws {
    let opening = MarketOpening(time: newYork(30, 9, 30), zone: Self.zone)
    #expect(OpeningText(try #require(ExchangeOpening(opening)), now: newYork(30, 9, 30)) == nil)
    #expect(ExchangeOpening(MarketOpening(time: opening.time, zone: "Mars/Base")) == nil)
  }

  @Test("The column says as much of it as there is room for, and no column moves for it")
  func columns() throws {
    let exchange = try #require(ExchangeOpening(MarketOpening(time: newYork(30, 9, 30), zone: Self.zone)))
    func state(_ now: Timestamp) -> StateText {
      StateText(.closed, age: nil, opening: OpeningText(exchange, now: now), zone: .utc)
    }
    let friday = state(newYork(27, 17, 0))
    #expect(friday.text(.phrase) == "opens Mon 09:30 New York")
    #expect(friday.text(.clause) == "opens Mon 09:30 EST")
    #expect(friday.text(.full) == "CLOSED")
    let state = state(newYork(30, 4, 0))
    #expect(state.text(.phrase) == "opens 09:30 New York")
    #expect(state.text(.full) == "opens 09:30 EST")
    #expect(state.text(.short) == "CLOSED")
    #expect(state.text(.sign) == "C")
  }

  @Test("On 120 columns a list of shares has room for the day of an opening, whatever its names")
  func wide() throws {
    for (symbol, name) in [
      ("AAPL", "Apple Inc."), ("AAPL@finnhub", "Apple Inc."), ("BRK.B", "Berkshire Hathaway Inc. Class B"),
      ("MSFT@alpaca", "Microsoft Corporation"),
    ] {
      let rows = [try Fixture.row(symbol, name, "182.45 USD")]
      let layout = TableLayout(screen: 120, widths: Fixture.widths(rows))
      #expect(layout.state.rawValue >= TableLayout.StateForm.clause.rawValue, "\(symbol)")
    }
  }

  @Test("The rows of an exchange share one look-up of its zone")
  func shared() throws {
    var formatter = PriceRowFormatter(locale: Locale(identifier: "en_US_POSIX"), isUnicode: true)
    let opening = MarketOpening(time: newYork(30, 9, 30), zone: Self.zone)
    let rows = try ["AAPL", "MSFT"].map { text in
      let symbol = try #require(Symbol(text))
      var quote = Quote(
        symbol: symbol, sequence: 1, last: Money(minorUnits: 100, currency: "USD", scale: 2), reference: nil,
        time: newYork(27, 16, 0))
      quote.session = .closed
      quote.opening = opening
      var row = formatter.waitingRow(for: Instrument(symbol: symbol, name: ""))
      formatter.show(LiveQuote(quote: quote, freshness: .live), after: nil, in: &row)
      return row
    }
    #expect(rows[0].opening != nil && rows[0].opening === rows[1].opening)
    #expect(rows[0].accessibilityLabel.hasSuffix("market closed, opens Monday at 09:30 in New York"))
  }
}
