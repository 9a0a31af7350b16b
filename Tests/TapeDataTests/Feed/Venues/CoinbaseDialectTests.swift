import TapeDomain
import Testing

@testable import TapeData

@Suite struct CoinbaseDialectTests {
  private static let bitcoin = VenueInstrument(
    symbol: symbol("BTC-USD"), name: "Bitcoin", currency: "USD", scale: 2, session: .open)

  /// A ticker in the documented shape.
  private static func ticker(
    price: String = #""64000.1""#, trade: Int = 10, time: String = "2026-11-29T13:59:59.244075Z",
    more: String = ""
  ) -> String {
    #"{"type":"ticker","sequence":700123,"product_id":"BTC-USD","price":\#(price),"open_24h":"63000","#
      + #""volume_24h":"94381.28","low_24h":"62000.5","high_24h":"65000","volume_30d":"1","best_bid":"64000","#
      + #""best_bid_size":"1","best_ask":"64000.2","side":"buy","time":"\#(time)","trade_id":\#(trade)\#(more)}"#
  }

  @Test("A ticker is a whole snapshot at the increment's decimals, with the price of 24 hours ago as such")
  func ticker() throws {
    var reader = VenueReader(.coinbase, instruments: [Self.bitcoin])
    let messages = reader.read(Self.ticker())
    guard case .snapshot(let patch)? = messages.first else {
      Issue.record("no snapshot: \(messages)")
      return
    }
    #expect(VenueReader.plain(patch) == "BTC-USD 6400010 24h 6300000 scale 2 USD")
    #expect(patch.previousClose == .absent)
    #expect(patch.low == .set(6_200_050) && patch.high == .set(6_500_000))
    #expect(patch.bid == .set(6_400_000) && patch.ask == .set(6_400_020))
    #expect(patch.time == Timestamp(nanoseconds: 1_795_960_799_244_075_000))
    #expect(patch.session == .set(.open))
    let priced = try #require(PricedQuote(snapshot: patch))
    #expect(priced.quote.reference?.kind == .rolling24h)
  }

  @Test("Without a list the symbol says the currency and the texts the decimals, which never become fewer")
  func withoutList() {
    var reader = VenueReader(.coinbase)
    #expect(
      reader.prices(Self.ticker(price: #""64000.12""#), Self.ticker(price: #""64001""#, trade: 11))
        == ["BTC-USD 6400012 24h 6300000 scale 2 USD", "BTC-USD 6400100 24h 6300000 scale 2 USD"])
  }

  @Test(
    "A missing value keeps the last price; one that cannot be read makes the symbol unproven",
    arguments: [
      ("null", "BTC-USD 6400010 24h 6300000 scale 2 USD"),
      (#""""#, "BTC-USD 6400010 24h 6300000 scale 2 USD"),
      (#""0""#, "BTC-USD 6400010 24h 6300000 scale 2 USD"),
      (#""-1""#, "BTC-USD 6400010 24h 6300000 scale 2 USD"),
      ("64000.2", "BTC-USD 6400020 24h 6300000 scale 2 USD"),
      (#""6.40003E+4""#, "BTC-USD 6400030 24h 6300000 scale 2 USD"),
      (#""NaN""#, "malformed BTC-USD"), ("[]", "malformed BTC-USD"), ("true", "malformed BTC-USD"),
      (#""1234567890123456789012345""#, "malformed BTC-USD"),
    ])
  func missing(price: String, expected: String) {
    var reader = VenueReader(.coinbase, instruments: [Self.bitcoin])
    _ = reader.prices(Self.ticker())
    #expect(reader.prices(Self.ticker(price: price, trade: 11)) == [expected])
  }

  @Test("A price that was never there is not 0")
  func neverThere() {
    var reader = VenueReader(.coinbase, instruments: [Self.bitcoin])
    #expect(reader.prices(Self.ticker(price: #""0""#)) == ["BTC-USD null 24h 6300000 scale 2 USD"])
  }

  @Test("An older trade or time never moves the price back")
  func late() {
    var reader = VenueReader(.coinbase, instruments: [Self.bitcoin])
    _ = reader.prices(Self.ticker(trade: 20))
    #expect(reader.prices(Self.ticker(price: #""1""#, trade: 19)) == ["dropped"])
    #expect(
      reader.prices(Self.ticker(price: #""1""#, trade: 21, time: "2026-11-29T13:59:58Z")) == ["dropped"])
    #expect(
      reader.prices(Self.ticker(price: #""64001""#, trade: 21)) == ["BTC-USD 6400100 24h 6300000 scale 2 USD"]
    )
  }

  @Test("Five in a row that are older but go on among themselves mean that the venue counts anew")
  func countsAnew() {
    var reader = VenueReader(.coinbase, instruments: [Self.bitcoin])
    _ = reader.prices(Self.ticker(trade: 1_000))
    for trade in 1...4 { #expect(reader.prices(Self.ticker(price: #""5""#, trade: trade)) == ["dropped"]) }
    #expect(reader.prices(Self.ticker(price: #""5""#, trade: 5)) == ["BTC-USD 500 24h 6300000 scale 2 USD"])
    // Newest first is no such row.
    _ = reader.prices(Self.ticker(trade: 1_000))
    for trade in (1...9).reversed() {
      #expect(reader.prices(Self.ticker(price: #""5""#, trade: trade)) == ["dropped"])
    }
  }

  @Test("A time of a far future is a mistake and does not make all that follows late")
  func future() {
    var reader = VenueReader(.coinbase, instruments: [Self.bitcoin])
    _ = reader.prices(Self.ticker(trade: 1, time: "2200-01-01T00:00:00Z"))
    #expect(
      reader.prices(Self.ticker(price: #""64001""#, trade: 2)) == ["BTC-USD 6400100 24h 6300000 scale 2 USD"])
  }

  @Test("Integers beyond 64 bits in fields that are not needed are no fault")
  func largeIntegers() {
    var reader = VenueReader(.coinbase, instruments: [Self.bitcoin])
    let more = #","last_size":99999999999999999999999999,"x":{"y":[1e400,-0.0]}"#
    #expect(reader.prices(Self.ticker(more: more)) == ["BTC-USD 6400010 24h 6300000 scale 2 USD"])
  }

  @Test("The first answer is to the opening; answers say the whole state, errors which product where they do")
  func answers() {
    var reader = VenueReader(.coinbase)
    let subscriptions =
      #"{"type":"subscriptions","channels":[{"name":"ticker","product_ids":["BTC-USD","ETH-EUR"]},"#
      + #"{"name":"heartbeat","product_ids":["X-Y"]}]}"#
    #expect(reader.read(subscriptions) == [])
    #expect(
      reader.read(subscriptions)
        == [.answer(FeedAnswer(symbols: [symbol("BTC-USD"), symbol("ETH-EUR")], .accepted))])
    func error(_ reason: String) -> String {
      #"{"type":"error","message":"Failed to subscribe","reason":"\#(reason)"}"#
    }
    #expect(
      reader.read(error("XYZ-USD is not a valid product"))
        == [.answer(FeedAnswer(symbols: [symbol("XYZ-USD")], .unknownSymbol))])
    #expect(reader.read(error(" is not a valid product")) == [.answer(FeedAnswer(.unknownSymbol))])
    #expect(
      reader.read(error("Too many requests")) == [
        .answer(FeedAnswer(.later("Failed to subscribe: Too many requests")))
      ])
    #expect(
      reader.read(error("authentication failure")) == [
        .answer(FeedAnswer(.refused("Failed to subscribe: authentication failure")))
      ])
  }

  @Test("A heartbeat says the venue's time; what is new to us is dropped")
  func heartbeat() {
    var reader = VenueReader(.coinbase)
    let time = Timestamp(seconds: 1_795_960_799)
    #expect(
      reader.read(
        #"{"type":"heartbeat","sequence":90,"last_trade_id":0,"product_id":"BTC-USD","time":"2026-11-29T13:59:59Z"}"#
      )
        == [.heartbeat(time: time, sent: nil, received: 0)])
    #expect(reader.read(#"{"type":"auction_spread"}"#, "{}") == [.unknown, .unknown])
    #expect(reader.read("[]").allSatisfy { if case .malformed = $0 { true } else { false } })
  }

  private static func heartbeat(_ trade: Int) -> String {
    #"{"type":"heartbeat","sequence":90,"last_trade_id":\#(trade),"product_id":"BTC-USD","time":"2026-11-29T13:59:59Z"}"#
  }

  private func isLoss(_ messages: [FeedMessage]) -> Bool { messages.contains(.lost([symbol("BTC-USD")])) }

  @Test("Two heartbeats that name a later trade than the ticker are evidence of loss, one is not")
  func losses() {
    var reader = VenueReader(.coinbase, instruments: [Self.bitcoin])
    _ = reader.read(Self.ticker(trade: 10))
    #expect(!isLoss(reader.read(Self.heartbeat(0), Self.heartbeat(0), Self.heartbeat(10))))
    #expect(!isLoss(reader.read(Self.heartbeat(11))))
    _ = reader.read(Self.ticker(trade: 11))
    #expect(!isLoss(reader.read(Self.heartbeat(12))), "The ticker has caught up meanwhile")
    #expect(isLoss(reader.read(Self.heartbeat(12))))
    #expect(!isLoss(reader.read(Self.heartbeat(12))), "It is said once")
  }

  @Test("A product whose ticker stays behind after it was asked for again is not judged any more")
  func uselessEvidence() {
    var reader = VenueReader(.coinbase, instruments: [Self.bitcoin])
    _ = reader.read(Self.ticker(trade: 10))
    #expect(isLoss(reader.read(Self.heartbeat(12), Self.heartbeat(12))))
    _ = reader.read(Self.ticker(trade: 11))
    #expect(!isLoss(reader.read(Self.heartbeat(14), Self.heartbeat(14), Self.heartbeat(15))))
  }

  @Test(
    "A product that is silent while the feed lives is found by the others' heartbeats, again only after as long"
  )
  func silentProduct() {
    var reader = VenueReader(.coinbase)
    func subscribed(_ products: String) -> String {
      #"{"type":"subscriptions","channels":[{"name":"ticker","product_ids":[\#(products)]}]}"#
    }
    func beat(_ product: String) -> String {
      #"{"type":"heartbeat","last_trade_id":0,"product_id":"\#(product)","time":"2026-11-29T13:59:59Z"}"#
    }
    _ = reader.read(subscribed(""), subscribed(#""ETH-EUR","SOL-USD""#))
    let lost = FeedMessage.lost([symbol("ETH-EUR")])
    var rounds: [Int] = []
    for round in 1...12 where reader.read(beat("SOL-USD"), beat("BTC-USD")).contains(lost) {
      rounds.append(round)
    }
    #expect(rounds == [5, 10])
    _ = reader.read(subscribed(#""SOL-USD""#))
    for _ in 1...9 { #expect(!reader.read(beat("SOL-USD"), beat("BTC-USD")).contains(lost)) }
  }

  @Test("Commands name the products in each channel, and the opening's heartbeat is never unsubscribed")
  func commands() {
    let reader = VenueReader(.coinbase)
    #expect(
      reader.opening
        == [#"{"type":"subscribe","channels":[{"name":"heartbeat","product_ids":["BTC-USD"]}]}"#])
    let symbols = [symbol("BTC-USD"), symbol("ETH-EUR")]
    #expect(
      reader.said(.subscribe(symbols, maxRate: 4)) == [
        #"{"type":"subscribe","channels":[{"name":"ticker","product_ids":["BTC-USD","ETH-EUR"]},"#
          + #"{"name":"heartbeat","product_ids":["BTC-USD","ETH-EUR"]}]}"#
      ])
    #expect(
      reader.said(.unsubscribe(symbols)) == [
        #"{"type":"unsubscribe","channels":[{"name":"ticker","product_ids":["BTC-USD","ETH-EUR"]},"#
          + #"{"name":"heartbeat","product_ids":["ETH-EUR"]}]}"#
      ])
    #expect(
      reader.said(.unsubscribe([symbol("BTC-USD")]))
        == [#"{"type":"unsubscribe","channels":[{"name":"ticker","product_ids":["BTC-USD"]}]}"#])
  }

  @Test("What is not in the whole list is unknown, what is delisted is closed, and neither is asked for")
  func foreknowledge() {
    var delisted = Self.bitcoin
    delisted.symbol = symbol("OLD-USD")
    delisted.session = .closed
    let reader = VenueReader(.coinbase, instruments: [Self.bitcoin, delisted])
    #expect(reader.known(symbol("BTC-USD")) == [])
    #expect(
      reader.known(symbol("NOPE-USD"))
        == [.error(code: "unknown_symbol", symbol: symbol("NOPE-USD"), message: "")])
    #expect(
      reader.known(symbol("btcusd")).last
        == .error(
          code: "unknown_symbol", symbol: nil, message: "There is no btcusd. Did you mean BTC-USD?"))
    guard case .snapshot(let patch)? = reader.known(symbol("OLD-USD")).first else {
      Issue.record("A delisted product says nothing")
      return
    }
    #expect(patch.last == .null && patch.session == .set(.closed))
    #expect(VenueReader(.coinbase).known(symbol("NOPE-USD")) == [], "Without a list nothing is known")
  }
}
