import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct GraphQLSourceTests {
  private let abc = Fixtures.symbol("ABC")
  private let def = Fixtures.symbol("DEF")
  private let wall = Timestamp(seconds: 1_796_083_200)

  private func preset(_ change: (inout GraphQLPreset) -> Void = { _ in }) throws -> GraphQLPreset {
    func pointer(_ text: String) throws -> JSONPointer { try #require(JSONPointer(text)) }
    let reading = GraphQLReading(
      list: try pointer("/data/quotes"),
      fields: [
        .symbol: try pointer("/symbol"), .price: try pointer("/price"), .previousClose: try pointer("/close"),
        .time: try pointer("/at/0"), .session: try pointer("/market"), .currency: try pointer("/currency"),
      ])
    var preset = GraphQLPreset(
      endpoint: "https://quotes.test/graphql", query: "query($s:[String]){quotes(s:$s){symbol}}",
      variables: ["s": .text("$symbols"), "depth": .number(2)], reading: reading)
    preset.headers = [GraphQLPreset.Header(name: "Authorization", value: "Bearer ${QUOTES_KEY}!")]
    change(&preset)
    return preset
  }

  private func source(_ change: (inout GraphQLPreset) -> Void = { _ in }) throws -> GraphQLSource {
    let preset = try preset(change)
    return GraphQLSource(
      preset, filled: try preset.filled(from: ["QUOTES_KEY": "hush-hush"]),
      context: VenueContext { [wall] in wall })
  }

  private func read(_ source: GraphQLSource, _ body: String, status: Int = 200) -> PollAnswer {
    source.read(HTTPResponse(status: status, headers: [], body: Array(body.utf8)), to: .quotes([abc, def]))
  }

  private func patches(_ answer: PollAnswer) -> [QuotePatch] {
    answer.messages.compactMap { if case .snapshot(let patch) = $0 { patch } else { nil } }
  }

  private let both =
    #"{"data":{"quotes":[{"symbol":"ABC","price":14.770,"close":14.5,"at":[1796000000],"market":"OPEN","currency":"CAD"},"#
    + #"{"symbol":"def","price":"1e2","close":null,"at":[1796000000],"market":"CLOSED","currency":"GBp"}]}}"#

  @Test("The request has query and variables, and the environment's secret in its header only")
  func request() throws {
    let request = try source().request(for: .quotes([abc, def]))
    let body = String(decoding: try #require(request.body), as: UTF8.self)
    #expect(
      body
        == #"{"query":"query($s:[String]){quotes(s:$s){symbol}}","variables":{"depth":2,"s":["ABC","DEF"]}}"#)
    #expect(request.headers.contains(HTTPHeader(name: "Authorization", value: "Bearer hush-hush!")))
    #expect(!body.contains("hush") && !request.url.contains("hush"))
  }

  @Test("A variable that is not set is named with its header")
  func missingVariable() throws {
    let preset = try preset()
    #expect(throws: TokenError.self) { try preset.filled(from: [:]) }
    do {
      _ = try preset.filled(from: [:])
    } catch {
      #expect(error.sentence.contains("QUOTES_KEY") && error.sentence.contains("\"Authorization\""))
    }
  }

  @Test("Numbers are read from their text, whatever their form")
  func numbers() throws {
    let told = patches(read(try source(), both))
    #expect(told.map(\.symbol) == [abc, def])
    #expect(told[0].last == .set(1477) && told[0].scale == 2 && told[0].previousClose == .set(1450))
    #expect(told[1].last == .set(100) && told[1].currency == "GBX" && told[1].session == .set(.closed))
    #expect(told[1].previousClose == .null)
    let minor = try source { $0.reading.form = .minor }
    let body = #"{"data":{"quotes":[{"symbol":"ABC","price":1477,"close":"1450","currency":"CAD"}]}}"#
    #expect(patches(read(minor, body)).first?.last == .set(1477))
    #expect(patches(read(minor, body)).first?.previousClose == .set(1450))
    let long = #"{"data":{"quotes":[{"symbol":"ABC","price":0.027121761950711698,"currency":"CAD"}]}}"#
    #expect(
      read(try source(), long).messages.contains { if case .malformed = $0 { true } else { false } } == false)
    #expect(patches(read(try source(), long)).first?.last == .set(27_121_761_950_711_698))
  }

  @Test(
    "Times have the unit that the settings say",
    arguments: [
      (GraphQLReading.TimeUnit.seconds, "1796000000"), (.milliseconds, "1796000000000"),
      (.microseconds, "1796000000000000"), (.nanoseconds, "1796000000000000000"),
      (.rfc3339, "\"2026-11-30T00:53:20Z\""),
    ])
  func times(unit: GraphQLReading.TimeUnit, text: String) throws {
    let source = try source { $0.reading.timeUnit = unit }
    let body = #"{"data":{"quotes":[{"symbol":"ABC","price":1,"at":[\#(text)],"currency":"CAD"}]}}"#
    #expect(patches(read(source, body)).first?.time == Timestamp(seconds: 1_796_000_000))
  }

  @Test("A void list is looked through by halves; who is not logged in is refused; a limit is waited for")
  func failures() throws {
    func failure(_ error: String, status: Int = 200) throws -> PollFailure? {
      read(try source(), #"{"data":{"quotes":null},"errors":[\#(error)]}"#, status: status).failure
    }
    guard case .divided(let reason)? = try failure(#"{"message":"no NOPE hush-hush"}"#) else {
      Issue.record("a symbol may be wrong")
      return
    }
    #expect(reason.contains("no NOPE") && !reason.contains("hush-hush"))
    guard case .divided? = try failure(#"{"message":"validation"}"#, status: 400) else {
      Issue.record("400 may be a symbol too")
      return
    }
    guard case .refused? = try failure(#"{"message":"x","extensions":{"code":"UNAUTHENTICATED"}}"#) else {
      Issue.record("who is not logged in is refused")
      return
    }
    guard case .limited? = try failure(#"{"message":"Too many requests"}"#) else {
      Issue.record("a limit is waited for")
      return
    }
    guard case .transient? = read(try source(), "<html>502</html>", status: 502).failure else {
      Issue.record("a gateway's page is a failure")
      return
    }
    guard case .transient? = read(try source(), "").failure else {
      Issue.record("an empty body is a failure")
      return
    }
  }

  @Test("Partial data says what it has; what is missing was never there, or grows old")
  func partial() throws {
    let source = try source()
    let one = #"{"data":{"quotes":[{"symbol":"ABC","price":1,"currency":"CAD"}]}}"#
    #expect(read(source, one).messages.contains(.error(code: "unknown_symbol", symbol: def, message: "")))
    _ = read(source, both)
    #expect(read(source, one).messages.count == 1, "a price that was there is not unknown")
    let null =
      #"{"data":{"quotes":[{"symbol":"ABC","price":null,"currency":"CAD"},null]},"errors":[{"message":"timeout","path":["quotes",0,"price"]}]}"#
    #expect(read(source, null).messages.isEmpty)
    let fresh = read(
      try self.source(),
      #"{"data":{"quotes":[{"symbol":"ABC","price":1,"currency":"CAD"},null]},"errors":[{"message":"gone","path":["quotes",1]}]}"#
    )
    #expect(fresh.messages.contains(.error(code: "refused", symbol: def, message: "gone")))
  }

  @Test("What a recording has is enough to read its answers, and holds no secret")
  func preamble() throws {
    let text = try #require(try source().preamble)
    #expect(!text.contains("hush") && !text.contains("Authorization"))
    let reading = try preset().reading
    #expect(GraphQLReading(json: text) == reading)
    let context = VenueContext { [wall] in wall }
    let replayed = GraphQLSource(preamble: text, context: context)
    let source = try #require(replayed)
    #expect(patches(read(source, both)).map(\.last) == [.set(1477), .set(100)])
  }

  @Test("Pointers follow RFC 6901")
  func pointers() throws {
    let bytes = Array(#"{"a":{"b/c":[10,{"~":"x"}]}}"#.utf8)
    let node = try JSONNode(bytes.span)
    #expect(node[try #require(JSONPointer("/a/b~1c/1/~0"))] == .text("x"))
    #expect(node[try #require(JSONPointer("/a/b~1c/0"))] == .number("10"))
    #expect(node[try #require(JSONPointer(""))] == node)
    #expect(node[try #require(JSONPointer("/a/9"))] == nil)
    #expect(JSONPointer("a") == nil)
  }

  @Test(
    "A time may have parts of its unit, or an exponent; what is no time is the time of arrival",
    arguments: [
      (.seconds, "1796000000.25", 1_796_000_000_250_000_000),
      (.seconds, "1.796e9", 1_796_000_000_000_000_000),
      (.milliseconds, "1796000000250", 1_796_000_000_250_000_000),
      (.nanoseconds, "1796000000000000001", 1_796_000_000_000_000_001),
      (.seconds, "1796000000000000000", nil),
      (.seconds, "\"soon\"", nil), (.seconds, "0", nil),
    ] as [(GraphQLReading.TimeUnit, String, Int64?)])
  func times(unit: GraphQLReading.TimeUnit, text: String, nanoseconds: Int64?) throws {
    let source = try source { $0.reading.timeUnit = unit }
    let body = #"{"data":{"quotes":[{"symbol":"ABC","price":1,"currency":"CAD","at":[\#(text)]}]}}"#
    #expect(patches(read(source, body)).first?.time == nanoseconds.map { Timestamp(nanoseconds: $0) } ?? wall)
  }

  @Test("An error names its quote by the place behind the list's own path")
  func pathOfError() throws {
    let list = try #require(JSONPointer("/data/markets/0/quotes"))
    let source = try source { $0.reading.list = list }
    let body =
      #"{"data":{"markets":[{"quotes":[{"symbol":"ABC","price":1,"currency":"CAD"},null]}]},"errors":["#
      + #"{"message":"of the first","path":["markets",0,"quotes",0,"name"]},"#
      + #"{"message":"of another list","path":["markets",1,"quotes",1]},"#
      + #"{"message":"of the second","path":["markets",0,"quotes",1]}]}"#
    #expect(
      read(source, body).messages.contains(.error(code: "refused", symbol: def, message: "of the second")))
  }
}
