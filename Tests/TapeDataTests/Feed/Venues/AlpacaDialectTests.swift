import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct AlpacaDialectTests {
  private static let listed = ["AAPL", "MSFT"].map {
    VenueInstrument(symbol: symbol($0), name: $0, currency: "USD", scale: nil, session: .open)
  }

  private static func trade(
    _ price: String, _ number: Int, time: String = "2026-11-29T13:59:59.123456789Z",
    conditions: String = #"["@"]"#
  ) -> String {
    #"{"T":"t","i":\#(number),"S":"AAPL","x":"V","p":\#(price),"s":1,"t":"\#(time)","c":\#(conditions),"z":"C"}"#
  }

  private static func snapshots(_ trade: String, bar: String, before: String) -> HTTPResponse {
    let body =
      #"{"AAPL":{"latestTrade":\#(trade),"latestQuote":{"ap":127,"bp":0,"t":"2026-11-29T13:59:59Z"},"minuteBar":null,"#
      + #""dailyBar":\#(bar),"prevDailyBar":\#(before)},"MSFT":null}"#
    return HTTPResponse(status: 200, headers: [], body: Array(body.utf8))
  }

  @Test(
    "Trades make the last price, quotes bid and ask once a price is proven; averages and late reports do not")
  func trades() {
    var reader = VenueReader(.alpaca, instruments: Self.listed)
    let quote =
      #"[{"T":"q","S":"AAPL","bx":"V","bp":126.5,"bs":2,"ax":"V","ap":0,"as":0,"t":"2026-11-29T13:59:59Z"}]"#
    #expect(reader.prices(quote) == [])
    #expect(reader.prices("[\(Self.trade("126.55", 1))]") == ["AAPL 12655 24h absent scale 2 USD"])
    guard case .snapshot(let patch)? = reader.read(quote).first else {
      Issue.record("the quote is not said")
      return
    }
    #expect(patch.bid == .set(12650) && patch.ask == .null && patch.last == .set(12655))
    for conditions in [#"["@","W"]"#, #"["Z"]"#, #"["4"]"#] {
      #expect(reader.prices("[\(Self.trade("999", 2, conditions: conditions))]") == [])
    }
  }

  @Test("A cancelled trade goes back to the one before it, a corrected one to its right price")
  func cancels() {
    var reader = VenueReader(.alpaca, instruments: Self.listed)
    _ = reader.read("[\(Self.trade("126.55", 1)),\(Self.trade("200", 2)),\(Self.trade("201", 3))]")
    func cancel(_ number: Int) -> String {
      #"[{"T":"x","S":"AAPL","i":\#(number),"x":"V","p":1,"s":1,"a":"C"}]"#
    }
    #expect(reader.prices(cancel(9)) == [])
    // Not the newest: nothing that is shown changes.
    #expect(reader.prices(cancel(2)) == [])
    #expect(reader.prices(cancel(3)) == ["AAPL 12655 24h absent scale 2 USD"])
    let correction = #"[{"T":"c","S":"AAPL","x":"V","oi":1,"op":126.55,"ci":5,"cp":126.5,"cs":1,"cc":["@"]}]"#
    #expect(reader.prices(correction) == ["AAPL 12650 24h absent scale 2 USD"])
    #expect(reader.read(cancel(5)) == [.lost([symbol("AAPL")])])
    // Another exchange counts anew.
    _ = reader.read("[\(Self.trade("126.60", 7))]")
    #expect(reader.prices(#"[{"T":"x","S":"AAPL","i":7,"x":"D","p":1,"s":1,"a":"C"}]"#) == [])
  }

  @Test("A halt is a session of the symbol until a status, or a later trade, ends it")
  func halts() {
    var reader = VenueReader(.alpaca, instruments: Self.listed)
    _ = reader.read("[\(Self.trade("126.55", 1))]")
    func session(_ frame: String) -> QuotePatch.Field<MarketSession>? {
      guard case .snapshot(let patch)? = reader.read(frame).last else { return nil }
      return patch.session
    }
    func status(_ code: String) -> String {
      #"[{"T":"s","S":"AAPL","sc":"\#(code)","sm":"","t":"2026-11-29T14:00:00Z"}]"#
    }
    #expect(session(status("H")) == .set(.halted))
    #expect(session("[\(Self.trade("126.56", 2))]") == .set(.halted))
    #expect(session(status("T")) == .set(.open))
    #expect(session(status("2")) == .set(.halted))
    #expect(session("[\(Self.trade("126.57", 3, time: "2026-11-29T14:00:01Z"))]") == .set(.open))
  }

  @Test("The answer to a command is the whole state; keys are proven by one message only")
  func answers() {
    var reader = VenueReader(.alpaca)
    #expect(reader.read(#"[{"T":"success","msg":"connected"}]"#).map(\.isSignOfLife) == [false])
    #expect(reader.read(#"[{"T":"success","msg":"authenticated"}]"#).map(\.isSignOfLife) == [true])
    #expect(
      reader.read(#"[{"T":"subscription","trades":["AAPL"],"quotes":["AAPL"],"bars":[]}]"#)
        == [.answer(FeedAnswer(symbols: [symbol("AAPL")], .accepted))])
    #expect(
      reader.said(.subscribe([symbol("AAPL"), symbol("MSFT")], maxRate: 4)) == [
        #"{"action":"subscribe","trades":["AAPL","MSFT"],"quotes":["AAPL","MSFT"],"statuses":["AAPL","MSFT"]}"#
      ])
    #expect(reader.read("[]", "[7,null]", "{}") == [.unknown])
  }

  @Test(
    "Every error of the table",
    arguments: [
      (402, true, nil), (406, true, Duration.seconds(90)), (407, true, .seconds(2)), (409, true, nil),
      (410, true, nil),
      (411, true, nil), (500, true, .seconds(5)), (405, false, nil), (400, false, nil), (403, false, nil),
    ])
  func errors(code: Int, isDenied: Bool, wait: Duration?) {
    var reader = VenueReader(.alpaca)
    let message = reader.read(#"[{"T":"error","code":\#(code),"msg":"words of \#(code)"}]"#).first
    if case .denied(let denial)? = message {
      #expect(isDenied && denial.wait == wait)
      #expect(denial.sentence(hiding: []).contains("(code \(code), \"words of \(code)\"). "))
    } else {
      #expect(!isDenied)
      if code == 405 { #expect(message == .answer(FeedAnswer(.noRoom("words of 405")))) }
    }
  }

  @Test(
    "The close before is the one of the session before the last trade's",
    arguments: [
      // Within the day of the newest bar.
      ("2026-11-27T15:00:00Z", 120_00, true),
      // Before the first bar of a new day.
      ("2026-11-30T13:00:00Z", 125_00, false),
    ])
  func closes(time: String, close: Int, hasRange: Bool) {
    let wall = Timestamp(seconds: 1_796_100_000)
    let context = VenueContext { wall }
    context.set(Self.listed)
    let requests = AlpacaRequests(context: context, base: "", credentials: nil)
    let response = Self.snapshots(
      Self.trade("126.55", 1, time: time),
      bar: #"{"t":"2026-11-27T05:00:00Z","o":121,"h":127,"l":119,"c":125,"v":9}"#,
      before: #"{"t":"2026-11-25T05:00:00Z","o":1,"h":1,"l":1,"c":120,"v":9}"#)
    let messages = requests.read(response, to: .quotes([symbol("AAPL"), symbol("MSFT")])).messages
    guard messages.count == 2, case .snapshot(let apple) = messages[0],
      case .snapshot(let other) = messages[1]
    else {
      Issue.record("\(messages)")
      return
    }
    #expect(apple.previousClose == .set(close) && (apple.high == .set(127_00)) == hasRange)
    #expect(apple.ask == .set(127_00) && apple.bid == .null)
    // The exchange has never traded it: that there is no price is proven.
    #expect(other.last == .null && other.previousClose == .null)
  }

  @Test("A request that one symbol voids names it, or is divided")
  func invalid() {
    let requests = AlpacaRequests(context: VenueContext { VenueReader.wall }, base: "", credentials: nil)
    func read(_ words: String) -> PollAnswer {
      requests.read(
        HTTPResponse(status: 400, headers: [], body: Array(#"{"message":"\#(words)"}"#.utf8)),
        to: .quotes([symbol("AAPL"), symbol("N$PE")]))
    }
    #expect(
      read("invalid symbol: N$PE").messages.first
        == .error(code: "unknown_symbol", symbol: symbol("N$PE"), message: ""))
    if case .divided? = read("code=400, message=something").failure {} else { Issue.record("not divided") }
  }

  @Test(
    "The clock says the session, and when it changes",
    arguments: [
      (true, "2026-11-30T15:00:00Z", MarketSession.open), (false, "2026-11-30T13:00:00Z", .pre),
      (false, "2026-11-30T08:30:00Z", .closed), (false, "2026-11-28T15:00:00Z", .closed),
    ])
  func clock(isOpen: Bool, now: String, expected: MarketSession) throws {
    let opens = isOpen ? "2026-12-01T09:30:00-05:00" : "2026-11-30T09:30:00-05:00"
    let body =
      #"{"timestamp":"\#(now)","is_open":\#(isOpen),"next_open":"\#(opens)","next_close":"2026-11-30T16:00:00-05:00"}"#
    let hours = AlpacaHours(offset: MarketWatch.offset)
    let state = try #require(hours.state(Array(body.utf8), calendar: [], at: VenueReader.wall))
    #expect(state.session == expected)
    #expect(state.opensAt == Timestamp(seconds: isOpen ? 1_796_135_400 : 1_796_049_000))
    #expect(MarketState(recorded: state.response)?.opensAt == state.opensAt)
  }

  @Test("A key of a paper account has the servers of that account")
  func accounts() throws {
    let office = try #require(SourceProfile.alpaca.supplement?.office)
    for (key, host) in [("PK123456", "paper-api"), ("AK123456", "api")] {
      let keys = try #require(
        try SourceProfile.alpaca.credentials(in: ["APCA_API_KEY_ID": key, "APCA_API_SECRET_KEY": "s3cret"]))
      #expect(office(keys) == "https://\(host).alpaca.markets")
    }
  }

  /// A reader that has an answer about AAPL: 126.55, in a day from 119 to 127.
  private static func answered() -> VenueReader {
    let reader = VenueReader(.alpaca, instruments: listed)
    let requests = AlpacaRequests(context: reader.context, base: "", credentials: nil)
    let response = snapshots(
      trade("126.55", 1), bar: #"{"t":"2026-11-29T05:00:00Z","o":121,"h":127,"l":119,"c":125,"v":9}"#,
      before: #"{"t":"2026-11-27T05:00:00Z","o":1,"h":1,"l":1,"c":120,"v":9}"#)
    _ = requests.read(response, to: .quotes([symbol("AAPL")]))
    return reader
  }

  @Test("A trade that is taken back takes the end of the day's range with it that it made, and no other")
  func rangeOfCancelledTrade() {
    var reader = Self.answered()
    func range(_ frame: String) -> [QuotePatch.Field<Int>] {
      guard case .snapshot(let patch)? = reader.read(frame).last else { return [] }
      return [patch.high, patch.low]
    }
    #expect(range("[\(Self.trade("126.6", 2)),\(Self.trade("700", 3))]") == [.set(700_00), .set(119_00)])
    let cancel = #"[{"T":"x","S":"AAPL","i":3,"x":"V","p":700,"s":1,"a":"C"}]"#
    #expect(range(cancel) == [.null, .set(119_00)])
    let correction = #"[{"T":"c","S":"AAPL","x":"V","oi":2,"op":126.6,"ci":4,"cp":126.5,"cs":1,"cc":["@"]}]"#
    #expect(range(correction) == [.null, .set(119_00)])
  }

  @Test("A correction to conditions that make no last price takes the trade back")
  func correctedConditions() {
    var reader = VenueReader(.alpaca, instruments: Self.listed)
    _ = reader.read("[\(Self.trade("126.55", 1)),\(Self.trade("200", 2))]")
    let correction = #"[{"T":"c","S":"AAPL","x":"V","oi":2,"op":200,"ci":3,"cp":200,"cs":1,"cc":["@","W"]}]"#
    #expect(reader.prices(correction) == ["AAPL 12655 24h absent scale 2 USD"])
  }

  @Test("A request that one symbol spoils is made again at once for the others")
  func spoiled() {
    let context = VenueContext { VenueReader.wall }
    context.set(Self.listed)
    let requests = AlpacaRequests(context: context, base: "", credentials: nil)
    let body = Array(#"{"message":"invalid symbol: NOPE"}"#.utf8)
    let symbols = ["AAPL", "NOPE", "MSFT"].map { symbol($0) }
    let answer = requests.read(HTTPResponse(status: 400, headers: [], body: body), to: .quotes(symbols))
    #expect(answer.messages == [.error(code: "unknown_symbol", symbol: symbols[1], message: "")])
    #expect(answer.later == [symbols[0], symbols[2]] && answer.failure == nil)
  }

  @Test("An answer with a trade after the halt ends it, one with an older trade does not")
  func haltThatWasMissed() {
    var reader = Self.answered()
    _ = reader.read(#"[{"T":"s","S":"AAPL","sc":"H","sm":"","t":"2026-11-29T13:59:59.5Z"}]"#)
    let requests = AlpacaRequests(context: reader.context, base: "", credentials: nil)
    func session(_ time: String) -> QuotePatch.Field<MarketSession>? {
      let response = Self.snapshots(Self.trade("126.7", 9, time: time), bar: "null", before: "null")
      let messages = requests.read(response, to: .quotes([symbol("AAPL")])).messages
      guard case .snapshot(let patch)? = messages.first else { return nil }
      return patch.session
    }
    #expect(session("2026-11-29T13:59:59.2Z") == .set(.halted))
    #expect(session("2026-11-29T13:59:59.7Z") == .set(.open))
  }
}
