import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeExchange

@Suite struct MarketModelTests {
  private let start = Moment(now: Instant(nanoseconds: 1_000), wall: Timestamp(seconds: 1_800_000_000))

  private func market(seed: UInt64 = 1, rate: Int? = nil, count: Int = 50) -> MarketModel {
    MarketModel(instruments: InstrumentCatalog.instruments(count), seed: seed, rate: rate, at: start)
  }

  private func after(_ duration: Duration) -> Moment {
    Moment(now: start.now + duration, wall: start.wall + duration)
  }

  private func index(of text: String, in model: MarketModel) throws -> Int {
    let symbol = try #require(Symbol(text))
    return try #require(model.index(of: symbol))
  }

  @Test("The same seed gives the same stream, and another seed another")
  func sameSeedSameStream() {
    var first = market(seed: 7)
    var second = market(seed: 7)
    var other = market(seed: 8)
    let stream = first.advance(to: after(.seconds(30)))
    #expect(stream.count > 500)
    #expect(second.advance(to: after(.seconds(30))) == stream)
    #expect(other.advance(to: after(.seconds(30))) != stream)
  }

  @Test("The stream does not depend on how the time is cut into steps")
  func stepsDoNotMatter() {
    var whole = market()
    var cut = market()
    var changes: [MarketChange] = []
    for step in 1...700 { changes += cut.advance(to: after(.milliseconds(100 * step))) }
    #expect(changes == whole.advance(to: after(.seconds(70))))
  }

  @Test("A price stays sound: positive, within high and low, on its ticks, between bid and ask")
  func pricesAreSound() {
    var model = market(rate: 5_000)
    var unsound: [MarketChange] = []
    for second in 1...10 {
      unsound += model.advance(to: after(.seconds(second))).filter { change in
        let quote = change.quote
        let instrument = model.instruments[change.index]
        return
          !(quote.bid > 0 && quote.low <= quote.last && quote.last <= quote.high
          && quote.bid <= quote.last && quote.last < quote.ask
          && (quote.last - instrument.startPrice).isMultiple(of: instrument.tick))
      }
    }
    #expect(unsound.isEmpty)
  }

  @Test("A total rate is kept, the first instruments being the busiest", arguments: [100, 2_000, 9_000])
  func rateIsKept(rate: Int) {
    var model = market(rate: rate, count: 40)
    let changes = model.advance(to: after(.seconds(2)))
    // Closed instruments do not update, so a little less than the rate arrives.
    #expect((rate * 2 * 7 / 10...rate * 2 * 11 / 10).contains(changes.count))
    let counts = Dictionary(grouping: changes, by: \.index).mapValues(\.count)
    #expect(counts[0, default: 0] > counts[39, default: 0])
  }

  @Test("A market of rate 0 never moves by itself")
  func stillMarket() {
    var model = market(rate: 0)
    #expect(model.nextDue == nil)
    #expect(model.advance(to: after(.seconds(600))).isEmpty)
  }

  @Test("The day holds an opening with a jump, and a halt that lifts again")
  func dayHasEvents() throws {
    var model = market()
    let zed = try index(of: "ZED", in: model)
    let oro = try index(of: "ORO", in: model)
    _ = model.advance(to: after(.seconds(19)))
    let before = model.quotes[zed]
    #expect(before.session == .pre)
    _ = model.advance(to: after(.seconds(21)))
    #expect(model.quotes[zed].session == .open)
    #expect(model.quotes[zed].open > before.last * 103 / 100)
    _ = model.advance(to: after(.seconds(41)))
    #expect(model.quotes[oro].session == .halted)
    let halted = model.quotes[oro]
    _ = model.advance(to: after(.seconds(64)))
    #expect(model.quotes[oro] == halted)
    _ = model.advance(to: after(.seconds(80)))
    #expect(model.quotes[oro].session == .open)
    #expect(model.quotes[oro].volume > halted.volume)
  }

  @Test("A closed exchange stands still, and trades once it is opened")
  func exchangeOpens() throws {
    var model = market()
    let index = try index(of: "NDK", in: model)
    let closed = model.quotes[index]
    #expect(closed.session == .closed)
    _ = model.advance(to: after(.seconds(30)))
    #expect(model.quotes[index] == closed)
    let notice = model.setSession(.open, on: "XTKS", at: after(.seconds(30)))
    #expect(try #require(notice).indices.contains(index))
    _ = model.advance(to: after(.seconds(60)))
    #expect(model.quotes[index].volume > closed.volume)
    let nowhere = model.setSession(.open, on: "NOWHERE", at: after(.seconds(60)))
    #expect(nowhere == nil)
  }

  @Test("In a burst every trading symbol updates, 20,000 times a second in total")
  func burst() {
    var model = market()
    model.burst(until: after(.milliseconds(500)).now, from: start.now)
    let changes = model.advance(to: after(.milliseconds(500)))
    #expect((7_500...10_500).contains(changes.count))
    #expect(Set(changes.map(\.index)).count == model.instruments.indices.filter(model.isTrading).count)
    #expect(model.advance(to: after(.milliseconds(1_500))).count < 400)
  }

  @Test("A market that fell far behind skips the time instead of catching up without bound")
  func catchingUpIsBounded() throws {
    var model = market(rate: 10_000)
    let late = after(.seconds(3_600))
    #expect(model.advance(to: late).count == MarketModel.maximumChanges)
    let due = try #require(model.nextDue)
    #expect(due >= late.now)
    #expect(model.advance(to: after(.seconds(3_601))).count < 11_000)
  }

  @Test("The list has fifty named instruments in order, of many kinds")
  func catalog() {
    let all = InstrumentCatalog.instruments(53)
    let symbols = all.map(\.symbol.text)
    #expect(InstrumentCatalog.namedCount == 50)
    #expect(symbols.prefix(50).sorted() == Array(symbols.prefix(50)))
    #expect(Set(symbols).count == 53)
    #expect(symbols[50...] == ["SYM0001", "SYM0002", "SYM0003"])
    #expect(all.contains { $0.previousClose == nil })
    #expect(all.contains { $0.currency == "JPY" && $0.scale == 0 })
    #expect(all.contains { $0.currency == "GBX" && $0.scale == 0 })
    #expect(all.contains { $0.currency == "KWD" && $0.scale == 3 })
    #expect(all.contains { $0.scale == 8 && $0.startPrice == 871 })
    #expect(InstrumentCatalog.instruments(3).map(\.symbol.text) == ["ACME", "ALP", "AQUA"])
  }

  @Test("An exchange that closes opens again at 08:00 UTC of the next day")
  func nextOpen() {
    // 2026-11-29T14:03:21Z and 2026-11-30T08:00:00Z.
    #expect(
      MarketNotice.nextOpen(after: Timestamp(seconds: 1_795_961_001)) == Timestamp(seconds: 1_796_025_600))
  }
}
