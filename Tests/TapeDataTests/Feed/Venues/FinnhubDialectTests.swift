import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct FinnhubDialectTests {
  private static let listed = [
    VenueInstrument(symbol: symbol("AAPL"), name: "APPLE INC", currency: "USD", scale: nil, session: .open),
    VenueInstrument(symbol: symbol("BRK.B"), name: "BERKSHIRE", currency: "USD", scale: nil, session: .open),
  ]
  /// 2026-11-29T13:59:59.785Z
  private static let noon = 1_795_960_799_785

  private static func trade(_ symbol: String, _ price: String, _ time: Int = noon, more: String = "")
    -> String
  {
    #"{"s":"\#(symbol)","p":\#(price),"t":\#(time),"v":1\#(more)}"#
  }

  private static func frame(_ trades: String...) -> String {
    #"{"data":[\#(trades.joined(separator: ","))],"type":"trade"}"#
  }

  private static func time(_ text: String) -> Timestamp? {
    var times = RFC3339Reader()
    let bytes = Array(text.utf8)
    return times.timestamp(of: bytes.span)
  }

  private static func answer(_ body: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: [], body: Array(body.utf8))
  }

  @Test("A frame of several symbols says each once, at its newest trade; what is older than that is dropped")
  func trades() {
    var reader = VenueReader(.finnhub, instruments: Self.listed)
    let frame = Self.frame(
      Self.trade("AAPL", "129.5"), Self.trade("BRK.B", "405.1", more: #","c":["1","24"]"#),
      Self.trade("AAPL", "129.57", Self.noon + 1, more: #","c":null"#),
      Self.trade("AAPL", "1", Self.noon - 1000, more: #","c":[]"#))
    #expect(
      reader.prices(frame) == ["AAPL 12957 24h absent scale 2 USD", "BRK.B 40510 24h absent scale 2 USD"])
    #expect(reader.prices(Self.frame(Self.trade("AAPL", "2", Self.noon - 5000))) == [])
  }

  @Test(
    "What a price may look like",
    arguments: [
      ("122.1", "AAPL 12210 24h absent scale 2 USD"), ("129.575", "AAPL 129575 24h absent scale 3 USD"),
      ("129.57499694824219", "AAPL 129575 24h absent scale 3 USD"),
      ("0.0871234567", "AAPL 87123 24h absent scale 6 USD"),
      ("6.44e-06", "AAPL 6 24h absent scale 6 USD"), ("1E+2", "AAPL 10000 24h absent scale 2 USD"),
      ("\"NaN\"", "malformed AAPL"), ("1234567890123456789012345", "malformed AAPL"),
    ])
  func numbers(price: String, expected: String) {
    var reader = VenueReader(.finnhub, instruments: Self.listed)
    #expect(reader.prices(Self.frame(Self.trade("AAPL", price))) == [expected])
  }

  @Test("Zero and null are no prices, and a time of tomorrow is none", arguments: ["0", "null"])
  func missing(price: String) {
    var reader = VenueReader(.finnhub, instruments: Self.listed)
    #expect(reader.prices(Self.frame(Self.trade("AAPL", price))) == [])
    #expect(reader.prices(Self.frame(Self.trade("AAPL", "7", Self.noon + 172_800_000))) == [])
    #expect(reader.prices(Self.frame(Self.trade("AAPL", "8"))) == ["AAPL 800 24h absent scale 2 USD"])
  }

  @Test("A pair names what it is quoted in; of a share of another country nothing is assumed")
  func currencies() {
    var reader = VenueReader(.finnhub)
    let frame = Self.frame(
      Self.trade("BINANCE:BTCUSDT", "64000.5"), Self.trade("OANDA:EUR_USD", "1.08"),
      Self.trade("BARC.L", "412.35"),
      Self.trade("MSFT", "410.5"))
    #expect(
      reader.prices(frame) == [
        "BINANCE:BTCUSDT 640005 24h absent scale 1 USDT", "OANDA:EUR_USD 108 24h absent scale 2 USD",
        "BARC.L 41235 24h absent scale 2 XXX", "MSFT 41050 24h absent scale 2 USD",
      ])
  }

  @Test(
    "Where the end of a pair may be two currencies nothing is claimed",
    arguments: [
      ("BINANCE:BTCFDUSD", "FDUSD"), ("BINANCE:BTCTUSD", "XXX"), ("KRAKEN:DOTUSD", "XXX"),
      ("COINBASE:BTC-USD", "USD"), ("BINANCE:ETHBTC", "BTC"), ("BINANCE:ADAEUR", "EUR"), ("BINANCE:USD", "XXX"),
    ])
  func ends(name: String, currency: String) {
    #expect(EquityCurrency.of(symbol(name)) == currency)
  }

  @Test("Pings prove the feed; an error says what it means")
  func others() {
    var reader = VenueReader(.finnhub)
    #expect(reader.read(#"{"type":"ping"}"#).map(\.isSignOfLife) == [true])
    let full = "Subscribing to too many symbols"
    #expect(reader.read(#"{"type":"error","msg":"\#(full)"}"#) == [.answer(FeedAnswer(.noRoom(full)))])
    guard case .denied(let denial)? = reader.read(#"{"type":"error","msg":"Invalid API key"}"#).first else {
      Issue.record("a wrong key is not denied")
      return
    }
    #expect(denial.wait == nil && denial.sentence(hiding: ["Invalid"]).contains("FINNHUB_API_KEY"))
    #expect(!denial.sentence(hiding: ["Invalid"]).contains("Invalid"))
    #expect(reader.read(#"{"type":"new"}"#, "{}") == [.unknown, .unknown])
    #expect(
      reader.said(.subscribe([symbol("AAPL")], maxRate: 4)) == [#"{"type":"subscribe","symbol":"AAPL"}"#])
    #expect(reader.said(.unsubscribe([symbol("AAPL")])) == [#"{"type":"unsubscribe","symbol":"AAPL"}"#])
  }

  @Test(
    "What the list does not have is said to be unknown, with what was probably meant; other countries are asked for"
  )
  func unknown() {
    let reader = VenueReader(.finnhub, instruments: Self.listed)
    #expect(reader.known(symbol("AAPL")) == [])
    #expect(reader.known(symbol("BARC.L")) == [] && reader.known(symbol("OANDA:EUR_USD")) == [])
    #expect(
      reader.known(symbol("BRK-B")) == [
        .error(code: "unknown_symbol", symbol: symbol("BRK-B"), message: ""),
        .error(code: "unknown_symbol", symbol: nil, message: "There is no BRK-B. Did you mean BRK.B?"),
      ])
  }

  @Test(
    "A quote of a request and the trades of the stream are one: neither takes the price back, each says what the other does not"
  )
  func both() {
    var reader = VenueReader(.finnhub, instruments: Self.listed)
    let requests = FinnhubRequests(context: reader.context, base: "https://f.test", credentials: nil)
    let job = PollJob.quotes([symbol("AAPL")])
    let body = #"{"c":128.5,"d":1,"dp":1,"h":130,"l":127,"o":127.5,"pc":127.25,"t":1795960700}"#
    guard case .snapshot(let first)? = requests.read(Self.answer(body), to: job).messages.first else {
      Issue.record("no snapshot")
      return
    }
    #expect(first.last == .set(12850) && first.previousClose == .set(12725) && first.high == .set(13000))
    #expect(first.time == Timestamp(seconds: 1_795_960_700))
    guard case .snapshot(let second)? = reader.read(Self.frame(Self.trade("AAPL", "131.5"))).last,
      case .snapshot(let third)? = requests.read(Self.answer(body), to: job).messages.first
    else {
      Issue.record("no snapshots")
      return
    }
    #expect(second.last == .set(13150) && second.previousClose == .set(12725) && second.high == .set(13150))
    #expect(third.last == .set(13150) && third.time == second.time && third.high == .set(13000))
    #expect(first.sequence < second.sequence && second.sequence < third.sequence)
  }

  @Test(
    "Zeros are missing values; only a symbol that no list has is unknown",
    arguments: [
      ("NOPE", #"{"c":0,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":0}"#, true),
      ("AAPL", #"{"c":0,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":0}"#, false),
    ])
  func zeros(name: String, body: String, isUnknown: Bool) {
    let reader = VenueReader(.finnhub, instruments: Self.listed)
    let requests = FinnhubRequests(context: reader.context, base: "", credentials: nil)
    let messages = requests.read(Self.answer(body), to: .quotes([symbol(name)])).messages
    if isUnknown {
      #expect(messages == [.error(code: "unknown_symbol", symbol: symbol(name), message: "")])
    } else if case .snapshot(let patch)? = messages.first {
      #expect(patch.last == .null && patch.previousClose == .null && patch.high == .null)
    } else {
      Issue.record("\(messages)")
    }
  }

  @Test("Zeros of a source in trouble neither take back a price nor prove it")
  func trouble() {
    var reader = VenueReader(.finnhub, instruments: Self.listed)
    let requests = FinnhubRequests(context: reader.context, base: "", credentials: nil)
    _ = reader.read(Self.frame(Self.trade("AAPL", "131.5")))
    let zeros = #"{"c":0,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":0}"#
    #expect(requests.read(Self.answer(zeros), to: .quotes([symbol("AAPL")])).messages == [])
    reader.begin()
    #expect(requests.read(Self.answer(zeros), to: .quotes([symbol("AAPL")])).messages == [])
    #expect(reader.context.equities.proven == [])
  }

  @Test("Requests name their symbol and carry the key in a field, and an answer that is none says why")
  func requests() throws {
    let context = VenueContext { VenueReader.wall }
    let keys = try #require(try SourceProfile.finnhub.credentials(in: ["FINNHUB_API_KEY": "s3cret"]))
    let requests = FinnhubRequests(context: context, base: "https://f.test/api/v1", credentials: keys)
    let request = requests.request(for: .quotes([symbol("OANDA:EUR_USD")]))
    #expect(request.url == "https://f.test/api/v1/quote?symbol=OANDA%3AEUR_USD")
    #expect(request.headers.contains(HTTPHeader(name: "X-Finnhub-Token", value: "s3cret")))
    func failure(_ status: Int, _ body: String) -> PollFailure? {
      requests.read(Self.answer(body, status: status), to: .quotes([symbol("AAPL")])).failure
    }
    guard case .refused(let reason)? = failure(401, #"{"error":"Invalid API key"}"#) else {
      Issue.record("401")
      return
    }
    #expect(reason.contains("FINNHUB_API_KEY"))
    if case .limited? = failure(429, "{}") {} else { Issue.record("429") }
    if case .transient? = failure(200, "<html>") {} else { Issue.record("a web page") }
    #expect(failure(403, #"{"error":"You don't have access to this resource."}"#) == nil)
  }

  @Test("A share of another country is quoted in what its exchange's list says; pence are pence")
  func pence() {
    let reader = VenueReader(.finnhub, instruments: Self.listed)
    let requests = FinnhubRequests(context: reader.context, base: "", credentials: nil)
    let answer = requests.read(
      Self.answer(#"{"c":412.35,"h":415,"l":410,"o":411,"pc":410,"t":1795960700}"#),
      to: .quotes([symbol("BARC.L")]))
    #expect(answer.errands == ["list of exchange L"])
    let list = #"[{"currency":"GBp","description":"BARCLAYS PLC","symbol":"BARC.L"}]"#
    guard
      case .snapshot(let patch)? = requests.read(Self.answer(list), to: .errand("list of exchange L"))
        .messages.first
    else {
      Issue.record("it is not said again")
      return
    }
    #expect(patch.currency == "GBX" && patch.last == .set(41235))
    #expect(EquityCurrency.code("GBP") == "GBP" && EquityCurrency.code("ILA") == "ILA")
  }

  @Test(
    "The session is the market's own, and the next opening is told across changes of the clock",
    arguments: [
      // Before the session on a Monday: today at 9:30.
      ("pre-market", "2026-11-30T13:00:00Z", MarketSession.pre, "2026-11-30T14:30:00Z"),
      ("regular", "2026-11-30T15:00:00Z", .open, "2026-12-01T14:30:00Z"),
      ("post-market", "2026-11-30T21:30:00Z", .post, "2026-12-01T14:30:00Z"),
      // Thanksgiving, of which the list says so.
      ("null", "2026-11-26T15:00:00Z", .closed, "2026-11-27T14:30:00Z"),
      // The weekends in which the clocks change.
      ("null", "2026-10-31T15:00:00Z", .closed, "2026-11-02T14:30:00Z"),
      ("null", "2026-03-07T15:00:00Z", .closed, "2026-03-09T13:30:00Z"),
      ("null", "2026-12-25T15:00:00Z", .closed, "2026-12-28T14:30:00Z"),
    ])
  func hours(session: String, wall: String, expected: MarketSession, opens: String) throws {
    let now = try #require(Self.time(wall))
    let hours = FinnhubHours(offset: MarketWatch.offset)
    let word = session == "null" ? "null" : #""\#(session)""#
    let body =
      #"{"exchange":"US","holiday":null,"isOpen":\#(session == "regular"),"session":\#(word),"timezone":"America/New_York"}"#
    let holidays = #"""
      {"data":[{"eventName":"Thanksgiving","atDate":"2026-11-26","tradingHour":""},
      {"eventName":"Thanksgiving","atDate":"2026-11-27","tradingHour":"09:30-13:00"},
      {"eventName":"Christmas","atDate":"2026-12-25","tradingHour":""}],"exchange":"US"}
      """#
    let state = try #require(
      hours.state(Array(body.utf8), calendar: Array(holidays.utf8), at: now))
    #expect(state.session == expected && state.zone == "America/New_York")
    #expect(state.opensAt == Self.time(opens))
    #expect(hours.state(Array("<html>".utf8), calendar: [], at: now) == nil)
  }

  @Test("A share of another country does not get the session of the United States when its own list has come")
  func otherSessions() {
    var reader = VenueReader(.finnhub, instruments: Self.listed)
    reader.context.add([
      VenueInstrument(symbol: symbol("BARC.L"), name: "BARCLAYS", currency: "GBX", scale: nil, session: .open)
    ])
    let state = MarketState(
      session: .closed, opensAt: Timestamp(seconds: 1_796_049_000), zone: "America/New_York")
    _ = reader.context.equities.set(market: state, saying: [], in: reader.context)
    let frame = Self.frame(Self.trade("BARC.L", "412.35"), Self.trade("BRK.B", "405.1"))
    let sessions = reader.read(frame).compactMap { message in
      if case .snapshot(let patch) = message { patch.session } else { nil }
    }
    #expect(sessions == [.set(.open), .set(.closed)])
  }

  @Test(
    "Zeros about what the list does not cover are no price, and nothing unknown",
    arguments: ["BINANCE:BTCUSDT", "OANDA:EUR_USD", "BARC.L"])
  func uncovered(name: String) {
    let reader = VenueReader(.finnhub, instruments: Self.listed)
    let requests = FinnhubRequests(context: reader.context, base: "", credentials: nil)
    let zeros = #"{"c":0,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":0}"#
    let messages = requests.read(Self.answer(zeros), to: .quotes([symbol(name)])).messages
    guard case .snapshot(let patch)? = messages.first, messages.count == 1 else {
      Issue.record("\(messages)")
      return
    }
    #expect(patch.last == .null)
  }

  @Test(
    "A trade before the first answer says that there is more to come; an answer without a close says no more")
  func partial() {
    var reader = VenueReader(.finnhub, instruments: Self.listed)
    func isPartial(_ message: FeedMessage?) -> Bool? {
      if case .snapshot(let patch)? = message { patch.isPartial } else { nil }
    }
    #expect(isPartial(reader.read(Self.frame(Self.trade("AAPL", "131.5"))).last) == true)
    let requests = FinnhubRequests(context: reader.context, base: "", credentials: nil)
    let body = #"{"c":131.5,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":1795960700}"#
    let answer = requests.read(Self.answer(body), to: .quotes([symbol("AAPL")]))
    #expect(isPartial(answer.messages.first) == false)
    #expect(isPartial(reader.read(Self.frame(Self.trade("AAPL", "131.6"))).last) == false)
  }
}
