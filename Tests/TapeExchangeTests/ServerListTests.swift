import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeExchange

@Suite struct ServerListTests {
  private let market = MarketModel(
    instruments: InstrumentCatalog.instruments(10), seed: 1, rate: 0,
    at: Moment(now: ManualClock().now, wall: Timestamp(seconds: 0)))

  private func answer(
    _ method: String, _ target: String, _ list: inout ServerList, token: String? = nil, sends: String? = nil
  ) throws -> HTTPAnswer {
    let headers = sends.map { [HTTPHeader(name: "Authorization", value: "Bearer \($0)")] } ?? []
    let head = HTTPRequestHead(method: method, target: target, headers: headers)
    switch RequestRouter.route(head, access: AccessPolicy(token: token)) {
    case .answer(let answer): return answer
    case .change(let symbol, let adds): return list.change(symbol, adds: adds, in: market)
    case .watchlist, .instruments, .feed: throw Surprise()
    }
  }

  private struct Surprise: Error {}

  @Test("PUT and DELETE say how it is to be: twice is once")
  func idempotent() throws {
    var list = ServerList(count: 10)
    let symbol = market.instruments[3].symbol
    for _ in 0..<2 {
      #expect(try answer("DELETE", "/v1/watchlist/\(symbol)", &list).status == 200)
      #expect(list.indices == [0, 1, 2, 4, 5, 6, 7, 8, 9])
    }
    for _ in 0..<2 {
      #expect(try answer("PUT", "/v1/watchlist/\(symbol)?x=1", &list).status == 200)
      #expect(list.indices == [0, 1, 2, 4, 5, 6, 7, 8, 9, 3])
    }
  }

  @Test("A change needs the token; without it nothing changes")
  func token() throws {
    var list = ServerList(count: 10)
    let target = "/v1/watchlist/\(market.instruments[0].symbol)"
    for sent in [nil, "wrong"] {
      #expect(try answer("DELETE", target, &list, token: "secret", sends: sent).status == 401)
      #expect(try answer("GET", "/v1/instruments?query=a", &list, token: "secret", sends: sent).status == 401)
    }
    #expect(list == ServerList(count: 10))
    #expect(try answer("DELETE", target, &list, token: "secret", sends: "secret").status == 200)
  }

  @Test("A fixed list is neither changed nor looked into")
  func fixed() {
    for (method, target) in [("PUT", "/v1/watchlist/ACME"), ("GET", "/v1/instruments")] {
      let head = HTTPRequestHead(method: method, target: target, headers: [])
      let access = AccessPolicy(token: nil)
      guard case .answer(let answer) = RequestRouter.route(head, access: access, isFixed: true) else {
        Issue.record("\(target) was answered")
        continue
      }
      #expect(answer.status == 404)
    }
  }

  @Test("What begins with the text comes first, and there is a bound")
  func query() {
    let instruments = InstrumentCatalog.instruments(500)
    #expect(InstrumentQuery.matches("", in: instruments).count == InstrumentQuery.maximum)
    #expect(InstrumentQuery.matches("ACME", in: instruments).first?.symbol.text == "ACME")
    #expect(InstrumentQuery.matches("no such thing", in: instruments).isEmpty)
  }

  @Test(
    "Escapes of a target are undone, broken ones make no text",
    arguments: [
      ("/p/M%26M", "M&M"), ("/p/%5EGSPC", "^GSPC"), ("/p/a+b", "a+b"), ("/p/%4", nil), ("/p/%zz", nil),
      ("/p/%FF", nil), ("/p/", ""), ("/q/x", nil), ("/p/x?y=z", "x"),
    ] as [(String, String?)])
  func targets(target: String, rest: String?) {
    #expect(RequestTarget(target).rest(after: "/p/") == rest)
  }

  @Test("A parameter of the query is found wherever it stands, a plus is a blank")
  func parameters() {
    #expect(RequestTarget("/x?a=1&query=b+c%20d&e").parameter("query") == "b c d")
    #expect(RequestTarget("/x?query").parameter("query") == "")
    #expect(RequestTarget("/x").parameter("query") == nil)
  }
}
