import Foundation
import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct OutboxTests {
  private let instrument = Instrument(symbol: Fixtures.symbol("ACME"), name: "Acme")

  private func verdict(_ status: Int, adds: Bool = true, headers: [HTTPHeader] = [], body: String = "")
    -> OutboxVerdict
  {
    OutboxVerdict(
      HTTPResponse(status: status, headers: headers, body: Array(body.utf8)),
      to: ServerListChange(instrument, adds: adds), place: "\"q.example\"", wall: Timestamp(seconds: 0))
  }

  @Test(
    "A success is done, what is gone needs no removal, trouble is tried again",
    arguments: [
      (200, true, OutboxVerdict.done), (201, true, .done), (204, false, .done), (404, false, .gone),
      (410, false, .gone), (302, false, .again()), (408, true, .again()), (429, true, .again()),
      (500, false, .again()),
      (503, true, .again()),
    ])
  func verdicts(status: Int, adds: Bool, wanted: OutboxVerdict) {
    #expect(verdict(status, adds: adds) == wanted)
  }

  @Test("Everything else is a refusal with the server's reason, cleaned")
  func refusals() {
    let sentence =
      "\"q.example\" refuses to take ACME into its list (HTTP 404): not listed here. The change was taken back."
    #expect(verdict(404, body: #"{"message": "not \u001blisted here."}"#) == .refused(sentence))
    for status in [400, 403, 405, 409, 501] {
      guard case .refused(let sentence) = verdict(status, adds: false, body: "<html>") else {
        Issue.record("\(status) is no refusal")
        continue
      }
      #expect(sentence.contains("refuses to remove ACME from its list (HTTP \(status)). The change"))
    }
  }

  @Test("A login that is not taken, and a page of a portal, leave the change waiting and say why")
  func waiting() {
    let response = HTTPResponse(status: 401, headers: [], body: [])
    let change = ServerListChange(instrument, adds: true)
    let remedy = "Put a valid one into FILE and press r."
    let verdict = OutboxVerdict(
      response, to: change, place: "\"q.example\"", remedy: remedy, wall: Timestamp(seconds: 0))
    #expect(
      verdict
        == .again(
          because:
            "\"q.example\" does not let its list be changed now (HTTP 401); the change is kept. \(remedy)"))
    guard case .again(nil, let proxy?) = self.verdict(407) else { return #expect(Bool(false)) }
    #expect(proxy.contains("the change is kept") && proxy.contains("proxy"))
    let page = HTTPHeader(name: "Content-Type", value: "text/html; charset=utf-8")
    guard case .again(nil, let portal?) = self.verdict(200, headers: [page]) else {
      return #expect(Bool(false))
    }
    #expect(portal.contains("captive portal"))
  }

  @Test("The time that the server asks for is waited at least")
  func retryAfter() {
    let header = HTTPHeader(name: "Retry-After", value: "7")
    #expect(verdict(503, headers: [header]) == .again(after: .seconds(7)))
  }

  @Test(
    "Changes outlive the program in their order, each server's apart, and show in the list until they are told"
  )
  func kept() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    func lists() -> SQLiteListsRepository {
      SQLiteListsRepository(path: folder.file("tape.db"), time: clock.source, isNetwork: { _ in false })
    }
    // A port that nobody listens on: every try fails and is tried again when the clock moves, which it does not.
    let call = ServerCall(
      server: try ServerAddress("http://127.0.0.1:1"), http: HTTPClient(), tokens: nil)
    func outbox(_ server: String) -> ServerListOutbox {
      ServerListOutbox(lists: lists(), server: server, call: call, time: clock.source, jitter: { 1000 })
    }
    let bank = Instrument(symbol: Fixtures.symbol("BNK"), name: "")
    let first = outbox("a")
    try await first.change(ServerListChange(instrument, adds: true))
    try await first.change(ServerListChange(bank, adds: false))
    let second = outbox("a")
    let oro = Instrument(symbol: Fixtures.symbol("ORO"), name: "")
    #expect(await second.unsent().applied(to: [bank, oro]) == [oro, instrument])
    #expect(await second.unsent().applied(to: [instrument]) == [instrument])
    #expect(await outbox("b").unsent().isEmpty)
    var progress = second.progress().makeAsyncIterator()
    #expect(await progress.next()?.unsent == [instrument.symbol, bank.symbol])
  }

  @Test("What is in a URL's way is escaped in its address")
  func addresses() throws {
    let server = try ServerAddress("https://q.example/base")
    #expect(
      server.watchlistURL(of: Fixtures.symbol("M&M.NS/%^="))
        == "https://q.example/base/v1/watchlist/M%26M.NS%2F%25%5E%3D")
    #expect(
      server.instrumentsURL(matching: "a b&c=é")
        == "https://q.example/base/v1/instruments?query=a%20b%26c%3D%C3%A9")
  }
}
