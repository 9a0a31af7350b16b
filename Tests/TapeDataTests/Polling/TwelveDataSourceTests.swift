import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct TwelveDataSourceTests {
  private let aapl = Fixtures.symbol("AAPL")
  private let msft = Fixtures.symbol("MSFT")
  private let wall = Timestamp(seconds: 1_796_083_200)

  private func source(secret: String = "hush-hush-key") throws -> TwelveDataSource {
    let credentials = try Credentials(
      SourceProfile.twelveData.keys, of: "Twelve Data", page: "https://twelvedata.com",
      environment: ["TWELVE_DATA_API_KEY": secret])
    return TwelveDataSource(
      base: "https://api.test", credentials: credentials, context: VenueContext { [wall] in wall })
  }

  private func read(
    _ source: TwelveDataSource, _ body: String, _ symbols: [Symbol], status: Int = 200,
    headers: [HTTPHeader] = []
  ) -> PollAnswer {
    source.read(
      HTTPResponse(status: status, headers: headers, body: Array(body.utf8)), to: .quotes(symbols))
  }

  private func patches(_ answer: PollAnswer) -> [QuotePatch] {
    answer.messages.compactMap { if case .snapshot(let patch) = $0 { patch } else { nil } }
  }

  private func quote(_ symbol: String, _ close: String, more: String = "") -> String {
    #"{"symbol":"\#(symbol)","name":"A name","mic_code":"XNGS","currency":"USD","timestamp":1796000000,"#
      + #""last_quote_at":1796000100,"open":"1.5","high":"2.5","low":"1.25","close":"\#(close)","volume":"1200","#
      + #""previous_close":"1.25000","is_market_open":true\#(more)}"#
  }

  @Test("The key goes into a header, and symbols are escaped")
  func request() throws {
    let request = try source().request(for: .quotes([aapl, Fixtures.symbol("EUR/USD")]))
    #expect(request.url == "https://api.test/quote?symbol=AAPL,EUR%2FUSD")
    #expect(request.headers.contains(HTTPHeader(name: "Authorization", value: "apikey hush-hush-key")))
  }

  @Test("One symbol is a flat object, several are an object of them")
  func shapes() throws {
    let one = patches(read(try source(), quote("AAPL", "1.50000"), [aapl]))
    #expect(one.map(\.last) == [.set(150)] && one[0].scale == 2 && one[0].currency == "USD")
    #expect(one[0].previousClose == .set(125) && one[0].volume == .set(1200) && one[0].session == .set(.open))
    #expect(one[0].time == Timestamp(seconds: 1_796_000_100))
    let body = #"{"AAPL":\#(quote("AAPL", "1.5")),"MSFT":\#(quote("MSFT", "414.5"))}"#
    #expect(patches(read(try source(), body, [aapl, msft])).map(\.last) == [.set(150), .set(41_450)])
  }

  @Test(
    "Noise of the source's own arithmetic is rounded away, and what is no noise is kept",
    arguments: [
      ("AAPL", "275.23001", 27_523, 2), ("AAPL", "0.12345", 12_345, 5), ("EUR/USD", "1.08345", 108_345, 5),
      ("BTC/USD", "64000.12345678", 6_400_012_345_678, 8),
    ])
  func noise(symbol: String, text: String, units: Int, scale: Int) throws {
    let symbol = Fixtures.symbol(symbol)
    let body = #"{"close":"\#(text)","currency":"USD","last_quote_at":1796000100}"#
    let patch = try #require(patches(read(try source(), body, [symbol])).first)
    #expect(patch.last == .set(units) && patch.scale == scale)
  }

  @Test("Pence stay pence, and a pair is quoted in its second half")
  func currencies() throws {
    let pence = #"{"close":"212.35","currency":"GBp","last_quote_at":1796000100}"#
    #expect(patches(read(try source(), pence, [Fixtures.symbol("BARC:LSE")])).first?.currency == "GBX")
    let pair = #"{"close":"1.08","last_quote_at":1796000100}"#
    #expect(patches(read(try source(), pair, [Fixtures.symbol("EUR/USD")])).first?.currency == "USD")
    #expect(patches(read(try source(), pair, [aapl])).first?.currency == "XXX", "nothing is assumed")
  }

  @Test("Errors inside 200 are told from prices, each for its symbol")
  func errors() throws {
    let body =
      #"{"AAPL":\#(quote("AAPL", "1.5")),"NOPE":{"code":404,"message":"symbol is missing","status":"error"},"#
      + #""PLAN":{"code":403,"message":"only with the pro plan","status":"error"},"#
      + #""LATE":{"code":429,"message":"run out of API credits","status":"error"}}"#
    let symbols = ["AAPL", "NOPE", "PLAN", "LATE"].map(Fixtures.symbol)
    let answer = read(try source(), body, symbols)
    #expect(answer.failure == nil && patches(answer).count == 1 && answer.later == [symbols[3]])
    #expect(answer.messages.contains(.error(code: "unknown_symbol", symbol: symbols[1], message: "")))
    #expect(
      answer.messages.contains(.error(code: "refused", symbol: symbols[2], message: "only with the pro plan"))
    )
  }

  @Test("Errors of the whole answer are a key, a limit, a day, or one symbol of many")
  func whole() throws {
    func failure(_ code: Int, _ words: String, status: Int = 200, of symbols: [Symbol]? = nil) throws
      -> PollFailure?
    {
      let body = #"{"code":\#(code),"message":"\#(words)","status":"error"}"#
      return read(try source(), body, symbols ?? [aapl, msft], status: status).failure
    }
    guard case .refused(let reason)? = try failure(401, "apikey hush-hush-key is incorrect", status: 401)
    else {
      Issue.record("401 is the key")
      return
    }
    #expect(reason.contains("TWELVE_DATA_API_KEY") && !reason.contains("hush"))
    guard case .limited(_, nil, false)? = try failure(429, "run out of API credits for the current minute")
    else {
      Issue.record("429 is a limit")
      return
    }
    guard case .limited(_, nil, true)? = try failure(429, "You have run out of API credits for the day")
    else {
      Issue.record("the day is used up")
      return
    }
    guard case .divided? = try failure(400, "symbol is invalid") else {
      Issue.record("one of several is wrong")
      return
    }
    let alone = #"{"code":404,"message":"symbol is invalid","status":"error"}"#
    #expect(
      read(try source(), alone, [aapl]).messages == [
        .error(code: "unknown_symbol", symbol: aapl, message: "")
      ])
  }

  @Test("What is no JSON is a failure with a sentence, and so is a status", arguments: [200, 503])
  func noJSON(status: Int) throws {
    guard
      case .transient(let reason)? = read(try source(), "<html>login</html>", [aapl], status: status).failure
    else {
      Issue.record("a web page is no answer")
      return
    }
    #expect(reason.contains("Twelve Data"))
  }

  @Test("Zero, null and an empty text are missing values; without a price nothing is told after one")
  func missing() throws {
    let source = try source()
    let first = #"{"close":"0","previous_close":null,"currency":"USD","last_quote_at":1796000100}"#
    let patch = try #require(patches(read(source, first, [aapl])).first)
    #expect(patch.last == .null && patch.previousClose == .null)
    #expect(patches(read(source, quote("AAPL", "1.5"), [aapl])).count == 1)
    #expect(read(source, first, [aapl]).messages.isEmpty, "the price before it grows old")
  }

  @Test("An answer that is older than the one before moves nothing back")
  func backwards() throws {
    let source = try source()
    #expect(patches(read(source, quote("AAPL", "1.5"), [aapl])).count == 1)
    let old = #"{"close":"9","currency":"USD","last_quote_at":1795000000}"#
    for _ in 0..<4 { #expect(read(source, old, [aapl]).messages.isEmpty) }
    #expect(patches(read(source, old, [aapl])).count == 1, "five in a row are believed")
  }

  @Test("A price of 25 digits is malformed and names its symbol")
  func unfit() throws {
    let answer = read(try source(), quote("AAPL", "1234567890123456789012345"), [aapl])
    guard case .malformed(_, aapl)? = answer.messages.first else {
      Issue.record("\(answer.messages)")
      return
    }
  }

  @Test("Header fields say what is left, and which plan it is")
  func credits() throws {
    func allowance(_ used: String, _ left: String) throws -> PollAllowance? {
      read(
        try source(), quote("AAPL", "1.5"), [aapl],
        headers: [
          HTTPHeader(name: "api-credits-used", value: used),
          HTTPHeader(name: "api-credits-left", value: left),
        ]
      ).allowance
    }
    #expect(try allowance("2", "6") == PollAllowance(leftOfMinute: 6, perMinute: 8))
    #expect(try allowance("2", "375") == PollAllowance(leftOfMinute: 375, perMinute: 377, hasFreeDays: true))
    #expect(try allowance("100", "700") == PollAllowance(leftOfDay: 700))
    #expect(try allowance("x", "6") == nil)
  }

  @Test("A closed market asks once when it opens, and says so in its own time zone")
  func opening() throws {
    let source = try source()
    let body = quote("AAPL", "1.5").replacing(#""is_market_open":true"#, with: #""is_market_open":false"#)
    let closed = read(source, body, [aapl])
    #expect(patches(closed).first?.session == .set(.closed) && closed.errands == ["market_state"])
    let states =
      #"[{"name":"NASDAQ","code":"XNGS","is_market_open":false,"time_to_open":"14:29:47"},"#
      + #"{"name":"LSE","code":"XLON","is_market_open":true,"time_to_open":"00:00:00"}]"#
    let answer = source.read(
      HTTPResponse(status: 200, headers: [], body: Array(states.utf8)), to: .errand("market_state"))
    #expect(answer.renewed == [aapl] && answer.messages.isEmpty && answer.failure == nil)
    let again = read(source, body, [aapl])
    #expect(again.errands.isEmpty)
    let opening = wall + .seconds(14 * 3600 + 30 * 60)
    #expect(patches(again).first?.opening == .set(MarketOpening(time: opening, zone: "America/New_York")))
  }

  @Test("An answer in which nothing stands is a failure that is said")
  func nothing() throws {
    #expect(
      read(try source(), "{}", [aapl]).failure == .transient(reason: "Twelve Data answers without quotes."))
    #expect(read(try source(), #"{"MSFT":{}}"#, [aapl, msft]).failure == nil)
  }
}
