import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeExchange

@Suite struct AccessTests {
  private func closure(_ actions: [ExchangeAction]) -> [String] {
    actions.compactMap { action in
      guard case .link(_, .close(let code, let reason)) = action else { return nil }
      return "\(code) \(reason)"
    }
  }

  private func status(_ actions: [ExchangeAction]) -> Int? {
    for case .link(_, .respond(let answer)) in actions { return answer.status }
    return nil
  }

  @Test("Nothing is sent before the token is accepted, not even a pong")
  func silentUntilProven() {
    var driver = CoreDriver(token: "secret")
    #expect(driver.takeActions() == [.link(driver.client, .accept)])
    driver.ping("1")
    driver.pass(.seconds(4))
    #expect(driver.takeActions().isEmpty)
    driver.say(#"{"type":"auth","token":"secret"}"#)
    driver.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":4}"#)
    #expect(driver.takeMessages().contains { $0.type == "snapshot" })
  }

  @Test(
    "What comes instead of the right token is refused with 4403",
    arguments: [
      #"{"type":"auth","token":"wrong"}"#, #"{"type":"auth"}"#, "nonsense",
      #"{"type":"subscribe","symbols":["ACME"],"maxRate":4}"#,
    ])
  func refused(frame: String) {
    var driver = CoreDriver(token: "secret")
    driver.say(frame)
    driver.say(#"{"type":"auth","token":"secret"}"#)
    driver.pass(.seconds(6))
    let actions = driver.takeActions()
    #expect(closure(actions) == ["4403 refused"])
    #expect(driver.takeFrames().isEmpty)
  }

  @Test("A client that presents no token within 5 s is refused")
  func timeout() {
    var driver = CoreDriver(token: "secret")
    #expect(driver.nextDue == .seconds(5))
    driver.pass(.milliseconds(4_990))
    #expect(closure(driver.takeActions()).isEmpty)
    driver.pass(.milliseconds(10))
    #expect(closure(driver.takeActions()) == ["4403 refused"])
  }

  @Test(
    "expire-token closes the clients with 4401, and so it answers the same token until there is a new one")
  func expiry() throws {
    var driver = CoreDriver(token: "secret")
    driver.say(#"{"type":"auth","token":"secret"}"#)
    try driver.apply("expire-token")
    #expect(closure(driver.takeActions()) == ["4401 expired"])

    driver.request("/v1/watchlist", authorization: "Bearer secret")
    #expect(status(driver.takeActions()) == 401)
    driver.request("/v1/quotes")
    driver.say(#"{"type":"auth","token":"secret"}"#)
    #expect(closure(driver.takeActions()) == ["4401 expired"])

    try driver.apply("token fresh")
    driver.request("/v1/quotes")
    driver.say(#"{"type":"auth","token":"fresh"}"#)
    driver.say(#"{"type":"subscribe","symbols":["ACME"]}"#)
    #expect(driver.takeMessages().map(\.type) == ["snapshot"])
    driver.request("/v1/quotes")
    driver.say(#"{"type":"auth","token":"secret"}"#)
    #expect(closure(driver.takeActions()) == ["4401 expired"])
  }

  @Test("The first frame says that the prices are simulated, and with a token only after it was accepted")
  func introduction() {
    var open = CoreDriver()
    #expect(open.takeAllFrames().map { $0.contains(#""simulated":true"#) } == [true])
    var guarded = CoreDriver(token: "secret")
    #expect(guarded.takeAllFrames().isEmpty)
    guarded.say(#"{"type":"auth","token":"secret"}"#)
    guarded.step()
    #expect(guarded.takeAllFrames().map { $0.contains(#""simulated":true"#) } == [true])
  }

  @Test("Without a token everybody is let in, and expire-token ends nobody")
  func noToken() throws {
    var driver = CoreDriver()
    driver.say(#"{"type":"auth","token":"whatever"}"#)
    try driver.apply("expire-token")
    driver.say(#"{"type":"subscribe","symbols":["ACME"]}"#)
    #expect(driver.takeMessages().map(\.type) == ["snapshot"])
  }

  @Test(
    "The watchlist needs the bearer token",
    arguments: [
      (nil, 401), ("Bearer wrong", 401), ("Basic secret", 401), ("Bearer secret", 200),
      ("bearer  secret", 200),
    ] as [(String?, Int)])
  func watchlist(authorization: String?, expected: Int) {
    var driver = CoreDriver(token: "secret", connects: false)
    driver.request("/v1/watchlist?x=1", authorization: authorization)
    #expect(status(driver.takeActions()) == expected)
  }

  @Test(
    "Other requests are told what is known",
    arguments: zip(
      [("GET", "/"), ("GET", "/v1/quotesx"), ("POST", "/v1/watchlist"), ("HEAD", "/v1/quotes")],
      [404, 404, 405, 405]))
  func otherRequests(request: (String, String), expected: Int) {
    var driver = CoreDriver(connects: false)
    driver.request(request.1, method: request.0)
    #expect(status(driver.takeActions()) == expected)
  }

  @Test("The watchlist is every instrument in display order")
  func watchlistBody() throws {
    var driver = CoreDriver(symbolCount: 2, connects: false)
    driver.request("/v1/watchlist")
    let action = try #require(driver.takeActions().first)
    guard case .link(_, .respond(let answer)) = action else {
      Issue.record("no answer: \(action)")
      return
    }
    #expect(
      String(decoding: answer.body, as: UTF8.self)
        == #"{"instruments":[{"symbol":"ACME","name":"Acme"},{"symbol":"ALP","name":"Alpenbahn"}]}"#)
    #expect(answer.headers.first(named: "content-type") == "application/json; charset=utf-8")
  }
}
