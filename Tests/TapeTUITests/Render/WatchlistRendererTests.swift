import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct WatchlistRendererTests {
  private let size = TerminalSize(columns: 120, rows: 30)

  private func priceRole(
    after milliseconds: Int, tick: Duration = Fixture.tick, colors: TerminalTraits.Colors = .many,
    direction: PriceDirection = .up, options: WatchlistRenderer.Options = WatchlistRenderer.Options()
  ) throws -> Style.Role {
    var row = try Fixture.row("ACME", "Acme", "€182.45", direction: direction)
    row.flash = Flash(direction: direction, count: 1, start: Fixture.now)
    var state = Fixture.state([row])
    state.tick = tick
    let moment = WatchlistRenderer.Moment(now: Fixture.now + .milliseconds(milliseconds), wall: Fixture.wall)
    let canvas = try Fixture.renderer(colors: colors, options: options).canvas(
      for: state, at: moment, size: size)
    let column = try #require(canvas.rows[3].firstIndex { $0.text == "€" })
    return canvas.rows[3][column].style.role
  }

  @Test(
    "A moved price is tinted for two ticks, but for 20 ms, fainter in the second one where colours allow it",
    arguments: [
      (0, Style.Role.flashUp, Style.Role.flashUp), (229, .flashUp, .flashUp), (230, .flashUpFading, .flashUp),
      (250, .flashUpFading, .flashUp), (479, .flashUpFading, .flashUp), (480, .normal, .normal),
      (5_000, .normal, .normal),
    ])
  func flash(milliseconds: Int, many: Style.Role, few: Style.Role) throws {
    #expect(try priceRole(after: milliseconds) == many)
    for colors in [TerminalTraits.Colors.none, .eight, .sixteen] {
      #expect(try priceRole(after: milliseconds, colors: colors) == few)
    }
  }

  @Test("With a slow tick a flash lasts two of the slow ticks")
  func slowTick() throws {
    #expect(try priceRole(after: 979, tick: .seconds(1)) == .flashUp)
    #expect(try priceRole(after: 1_979, tick: .seconds(1), direction: .down) == .flashDownFading)
    #expect(try priceRole(after: 2_000, tick: .seconds(1)) == .normal)
  }

  @Test("Without flashes, and on a calm screen, no price is tinted")
  func noFlash() throws {
    #expect(try priceRole(after: 0, options: .init(isFlashing: false)) == .normal)
    #expect(try priceRole(after: 0, options: .init(isCalm: true)) == .normal)
  }

  @Test("Everything in a stale row is stale, its arrow and a running flash included, and its age is said")
  func stale() throws {
    var row = try Fixture.rows()[0]
    row.staleSince = Fixture.wall - .seconds(12)
    let state = Fixture.state([row])
    let canvas = try Fixture.renderer().canvas(for: state, at: Fixture.moment, size: size)
    let cells = canvas.rows[3].dropFirst().filter { $0.text != " " }
    #expect(cells.allSatisfy { $0.style.role == .stale })
    #expect(canvas.text(row: 3).contains("12s ago"))
  }

  @Test("Ages count on the server's clock, so that a wrong local one shows no wrong age")
  func serverClock() throws {
    var row = try Fixture.rows()[0]
    row.staleSince = Timestamp(seconds: 1_000)
    var state = Fixture.state([row])
    state.clock = ServerClock(time: Timestamp(seconds: 1_030), instant: Fixture.now - .seconds(10))
    let canvas = try Fixture.renderer().canvas(for: state, at: Fixture.moment, size: size)
    #expect(canvas.text(row: 3).contains("40s ago"))
  }

  @Test(
    "The state column says one thing, the most pressing",
    arguments: [
      (RowCondition.unknownSymbol, true, "unknown symbol"), (.waiting, true, "waiting"),
      (.halted, true, "12s ago"),
      (.closed, true, "12s ago"), (.halted, false, "HALTED"), (.auction, false, "AUCTION"),
      (.closed, false, "CLOSED"),
      (.pre, false, "PRE"), (.post, false, "POST"), (.delayed(minutes: 15), false, "D15"), (.none, false, ""),
      (.rejected("no licence"), false, "refused"),
    ])
  func state(condition: RowCondition, isStale: Bool, words: String) throws {
    var row = try Fixture.row("ACME", "Acme", "€182.45", condition: condition)
    if isStale { row.staleSince = Fixture.wall - .seconds(12) }
    let canvas = try Fixture.renderer().canvas(for: Fixture.state([row]), at: Fixture.moment, size: size)
    let column = try #require(TableLayout(screen: 120, widths: Fixture.widths([row])).range(of: .state))
    #expect(canvas.rows[3][column].map(\.text).joined().trimmingSuffix == words)
  }

  @Test(
    "The link's state is a sign and a word, the words of a simulated source go with it",
    arguments: LinkState.allCases)
  func link(link: LinkState) throws {
    for columns in [30, 80, 120] {
      var state = Fixture.state(try Fixture.rows())
      state.link = link
      for isUnicode in [true, false] {
        let canvas = try Fixture.renderer(isUnicode: isUnicode).canvas(
          for: state, at: Fixture.moment, size: TerminalSize(columns: columns, rows: 24))
        let glyph = Glyphs(isUnicode: isUnicode).link(link)
        #expect(canvas.text(row: 0).contains("\(glyph) \(link.rawValue)  DEMO"))
      }
    }
  }

  @Test("Nothing on the screen moves by itself while all is live and nothing flashes")
  func noClock() throws {
    var state = Fixture.state(try Fixture.rows())
    for index in state.rows.indices { (state.rows[index].flash, state.rows[index].staleSince) = (nil, nil) }
    let renderer = try Fixture.renderer()
    let later = WatchlistRenderer.Moment(
      now: Fixture.now + .seconds(3_600), wall: Fixture.wall + .seconds(3_600))
    #expect(
      renderer.canvas(for: state, at: Fixture.moment, size: size)
        == renderer.canvas(for: state, at: later, size: size))
    #expect(renderer.nextChange(in: state, after: Fixture.moment, size: size) == nil)
  }

  @Test("The next change is the nearest of flash ends, ages and the countdown")
  func nextChange() throws {
    let renderer = try Fixture.renderer()
    var state = Fixture.state([try Fixture.rows()[0]])
    #expect(
      renderer.nextChange(in: state, after: Fixture.moment, size: size) == Fixture.now + .milliseconds(170))
    state.banner = Fixture.reconnecting
    state.rows[0].flash = nil
    #expect(
      renderer.nextChange(in: state, after: Fixture.moment, size: size) == Fixture.now + .milliseconds(600))
    state.banner = nil
    state.rows[0].staleSince = Fixture.wall - .seconds(3)
    #expect(renderer.nextChange(in: state, after: Fixture.moment, size: size) == Fixture.now + .seconds(1))
  }

  @Test(
    "The countdown falls to 0 and says when a try is under way",
    arguments: [
      (0, "try 3, next in 4 s · r retries now"), (601, "try 3, next in 3 s · r retries now"),
      (3_599, "try 3, next in 1 s · r retries now"), (9_000, "try 3, next in 0 s · r retries now"),
    ])
  func countdown(milliseconds: Int, words: String) {
    let lines = BannerLines(Fixture.reconnecting, typesetter: Typesetter(width: .test, isUnicode: true))
    #expect(lines.details(at: Fixture.now + .milliseconds(milliseconds), isCounting: true) == words)
    var banner = Fixture.reconnecting
    banner.retryAt = nil
    let trying = BannerLines(banner, typesetter: Typesetter(width: .test, isUnicode: true))
    #expect(trying.details(at: Fixture.now, isCounting: true) == "try 3 is under way · r retries now")
  }
}

extension String {
  fileprivate var trimmingSuffix: String { String(reversed().drop { $0 == " " }.reversed()) }
}
