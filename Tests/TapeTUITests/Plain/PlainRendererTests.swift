import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct PlainRendererTests {
  private func renderer() throws -> PlainRenderer {
    PlainRenderer(zone: .utc, width: .test, isUnicode: true)
  }

  private func state() throws -> WatchlistViewState {
    Fixture.state([
      try Fixture.row("ACME", "Acme", "182.45 EUR", "+2.35", "+1.30 %"),
      try Fixture.row("BNK", "Bank", "41.02 EUR", "-0.11", "-0.27 %"),
    ])
  }

  @Test("Each price is told when it comes and when it moves, and not again")
  func prices() throws {
    var renderer = try renderer()
    var state = try state()
    func lines() -> [String] { renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall) }
    #expect(
      lines() == [
        "14:03:21 DEMO simulated prices", "14:03:21 ACME 182.45 EUR +1.30 %",
        "14:03:21 BNK 41.02 EUR -0.27 %",
      ])
    #expect(lines() == [])
    state.rows[1].price = Fixture.number("41.05 EUR")
    state.rows[1].percent = Fixture.number("-0.20 %")
    state.selection = 1
    #expect(lines() == ["14:03:21 BNK 41.05 EUR -0.20 %"])
  }

  @Test("Doubt is told once when it begins and once when it ends; a price under doubt is not told")
  func doubt() throws {
    var renderer = try renderer()
    var state = try state()
    func lines() -> [String] { renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall) }
    _ = lines()
    state.link = .reconnecting
    for index in state.rows.indices { state.rows[index].staleSince = Fixture.wall }
    #expect(lines() == [], "a blip is no news")
    state.banner = Fixture.reconnecting
    #expect(lines() == ["14:03:21 Prices may be out of date. \(Fixture.reconnecting.reason)"])
    state.banner?.attempt = 4
    state.rows[0].price = Fixture.number("190.00 EUR")
    #expect(lines() == [])
    state.banner = nil
    state.link = .live
    for index in state.rows.indices { state.rows[index].staleSince = nil }
    #expect(lines() == ["14:03:21 Prices are live again.", "14:03:21 ACME 190.00 EUR +1.30 %"])
  }

  @Test("Where one source of several is down it is named, and so is the next one")
  func subjects() throws {
    var renderer = try renderer()
    var state = try state()
    func lines() -> [String] { renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall) }
    _ = lines()
    func show(_ subject: String) {
      let status = FeedStatus.reconnecting(attempt: 1, retryAt: nil, since: Fixture.now, reason: "Gone.")
      state.link = .reconnecting
      state.banner = BannerRule.banner(for: status, of: subject, at: Fixture.now + .seconds(9))
    }
    show("Kraken")
    #expect(lines() == ["14:03:21 Kraken: prices may be out of date. Gone."])
    #expect(lines() == [])
    show("Coinbase, Kraken")
    #expect(lines() == ["14:03:21 Coinbase, Kraken: prices may be out of date. Gone."])
    show("")
    #expect(lines() == ["14:03:21 Prices may be out of date. Gone."])
  }

  @Test("A price that moved too little waits until its moves add up; after a doubt every new price is told")
  func threshold() throws {
    var renderer = PlainRenderer(
      zone: .utc, width: .test, isUnicode: true,
      threshold: .halfPercent)
    var state = Fixture.state([try Fixture.row("ACME", "Acme", "100.00 EUR", "+0.00", "+0.00 %")])
    func tell(_ units: Int) -> [String] {
      state.rows[0].price = Fixture.number("\(units / 100).\(units % 100) EUR")
      state.rows[0].spoken.last = Money(minorUnits: units, currency: "EUR", scale: 2)
      return renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall).map { String($0.dropFirst(9)) }
    }
    #expect(tell(100_10).count == 2)
    #expect(tell(100_40) == [])
    #expect(tell(100_61) == ["ACME 100.61 EUR +0.00 %"])
    #expect(tell(100_70) == [])
    state.banner = Fixture.reconnecting
    _ = tell(100_70)
    state.banner = nil
    state.link = .live
    #expect(tell(100_70) == ["Prices are live again.", "ACME 100.70 EUR +0.00 %"])
    #expect(tell(100_80) == [])
  }

  @Test("A refusal is told with what to do")
  func refused() throws {
    var renderer = try renderer()
    var state = try state()
    state.rows = []
    state.source = SourceLabel(word: "", quality: "real time", isSimulated: false)
    state.link = .refused
    state.banner = Banner(
      text: "Token refused. Press r.", reason: "", attempt: nil, retryAt: nil, canRetry: true)
    #expect(
      renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall)
        == ["14:03:21 Prices may be out of date.", "14:03:21 Token refused. Press r."])
  }

  @Test("A market that changes is one line, however many symbols it has")
  func markets() throws {
    var renderer = try renderer()
    var state = try state()
    func lines() -> [String] { renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall) }
    _ = lines()
    for index in state.rows.indices { state.rows[index].condition = .closed }
    #expect(lines() == ["14:03:21 ACME, BNK: CLOSED"])
    state.rows[0].condition = .none
    #expect(lines() == ["14:03:21 ACME: OPEN"])
  }

  @Test("A message is told once, without an escape sequence")
  func messages() throws {
    var renderer = try renderer()
    var state = Fixture.state([])
    state.list = .loaded
    _ = renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall)
    state.message = "Maintenance\u{1B}[2J tonight"
    let lines = renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall)
    #expect(lines == ["14:03:21 Maintenance[2J tonight"])
    #expect(renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall) == [])
  }

  @Test("A simulated source is named before the first price, also when it names itself later")
  func source() throws {
    var renderer = try renderer()
    var state = try state()
    state.source = SourceLabel(word: "", quality: "127.0.0.1:80", isSimulated: false)
    func first() -> String? { renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall).first }
    #expect(first() == "14:03:21 ACME 182.45 EUR +1.30 %")
    state.source = Fixture.demo
    #expect(first() == "14:03:21 DEMO simulated prices")
    #expect(first() == nil)
  }

  @Test("A list that fails, is empty, or is longer than what is watched is told once")
  func list() throws {
    var renderer = try renderer()
    var state = Fixture.state([])
    state.source = SourceLabel(word: "", quality: "", isSimulated: false)
    func lines() -> [String] {
      renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall, includingPrices: false)
    }
    state.list = .failed("No list.")
    #expect(lines() == ["14:03:21 No list."])
    #expect(lines() == [])
    state.list = .empty
    #expect(lines() == ["14:03:21 The list is empty."])
    (state.list, state.rows, state.visibleCount) = (.loaded, try Fixture.rows(), 3)
    #expect(lines().first == "14:03:21 The first 3 of 10 instruments are watched.")
  }

  @Test("Times are the server's when it has told one")
  func serverTime() throws {
    var renderer = try renderer()
    var state = try state()
    state.clock = ServerClock(time: Timestamp(seconds: 60), instant: Fixture.now - .seconds(5))
    let lines = renderer.lines(for: state, at: Fixture.now, wall: Fixture.wall)
    #expect(lines.allSatisfy { $0.hasPrefix("00:01:05 ") })
  }
}
