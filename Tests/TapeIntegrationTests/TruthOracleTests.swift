import TapeDomain
import TapeOracle
import TapeTestSupport
import Testing

@testable import TapeExchange

@Suite struct TruthOracleTests {
  private let acme = Fixtures.symbol("ACME")

  @Test("A live price that the exchange has not held lately is found, a stale one is not")
  func look() {
    var oracle = TruthOracle(maxRate: 4, tick: .milliseconds(250))
    let held = [acme: Set([100, 101])]
    oracle.look(at: [acme: Fixtures.live(acme, 101)], isCalm: true, lag: .zero, held: held)
    oracle.look(at: [acme: Fixtures.live(acme, 99).interrupted], isCalm: true, lag: .zero, held: held)
    #expect(oracle.violations == [])
    oracle.look(at: [acme: Fixtures.live(acme, 99)], isCalm: false, lag: .zero, held: held)
    #expect(oracle.violations == ["ACME is live with 99, which the exchange has not held for 3500 ms."])
    #expect(oracle.ticks == 3 && oracle.rows.strict == 1 && oracle.rows.always == 1)
  }

  @Test("In calm a price may be as old as rate, tick and 50 ms allow, and what the machine was late")
  func bound() {
    let oracle = TruthOracle(maxRate: 4, tick: .milliseconds(250), delay: .milliseconds(20))
    #expect(oracle.bound(isCalm: true, lag: .zero) == .milliseconds(570))
    #expect(oracle.bound(isCalm: true, lag: .milliseconds(30)) == .milliseconds(600))
    #expect(oracle.bound(isCalm: false, lag: .zero) == .milliseconds(3_500))
  }

  @Test("The history knows which prices were held at an instant or later")
  func history() throws {
    let start = Instant(nanoseconds: 0)
    let moment = Moment(now: start, wall: Timestamp(seconds: 1))
    let market = MarketModel(instruments: InstrumentCatalog.instruments(1), seed: 1, rate: 0, at: moment)
    let first = try #require(market.quotes.first?.last)
    var history = PriceHistory(market.quotes, at: start)
    for second in 1...10 { history.note(second, of: 0, at: start + .seconds(second)) }
    #expect(history.prices(of: 0, since: start + .milliseconds(8_500)) == [8, 9, 10])
    #expect(history.prices(of: 0, since: start + .seconds(20)) == [10])
    #expect(
      !history.prices(of: 0, since: start + .seconds(5)).contains(first), "what is too old is forgotten")
  }
}
