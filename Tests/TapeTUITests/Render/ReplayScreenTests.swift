import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct ReplayScreenTests {
  private func place(isPaused: Bool = false, isAtEnd: Bool = false, permille: Int = 340) -> ReplayState {
    ReplayState(
      time: Timestamp(seconds: 1_764_425_001), dataTime: Fixture.wall, position: .seconds(3_723),
      permille: permille,
      speed: "10x", isPaused: isPaused, isAtEnd: isAtEnd)
  }

  private func state(_ replay: ReplayState, link: LinkState = .live) throws -> WatchlistViewState {
    var state = Fixture.state([try Fixture.row("ACME", "Acme", "€182.45")])
    state.link = link
    state.replay = replay
    return state
  }

  private func renderer() throws -> WatchlistRenderer {
    let live = try Fixture.renderer()
    return WatchlistRenderer(
      traits: TerminalTraits(colors: .many, isUnicode: true), width: .test, zone: live.zone,
      locale: .init(identifier: "en_US_POSIX"), options: live.options, faultKeys: [], features: .replay)
  }

  private func screen(_ state: WatchlistViewState, columns: Int = 120, rows: Int = 30) throws -> Canvas {
    try renderer().canvas(
      for: state, at: .init(now: Fixture.now, wall: Fixture.wall),
      size: TerminalSize(columns: columns, rows: rows))
  }

  private func line(_ canvas: Canvas, _ row: Int) -> String { canvas.rows[row].map(\.text).joined() }

  @Test(
    "The header says REPLAY and the tape's time in its own style, and LIVE nowhere",
    arguments: LinkState.allCases)
  func header(link: LinkState) throws {
    for columns in [20, 40, 60, 80, 120] {
      let canvas = try screen(try state(place(), link: link), columns: columns)
      let header = line(canvas, 0)
      #expect(header.contains("REPLAY"))
      #expect(!header.contains("LIVE"))
      if columns >= 60 { #expect(header.contains("REPLAY 2025-11-29 14:03:21 10x")) }
      let start = try #require(canvas.rows[0].firstIndex { $0.text == "R" })
      #expect(canvas.rows[0][start].style.role == .simulated)
    }
  }

  @Test("It says that the tape stands still, and that it is over")
  func motion() throws {
    #expect(line(try screen(try state(place(isPaused: true))), 0).contains("14:03:21 paused"))
    #expect(line(try screen(try state(place(isAtEnd: true))), 0).contains("14:03:21 ended"))
  }

  @Test("A bar shows the place on the tape", arguments: [0, 340, 1_000])
  func bar(permille: Int) throws {
    let text = line(try screen(try state(place(permille: permille))), 28)
    #expect(text.count { $0 == "=" } == permille * ReplayLine.widest / 1_000)
    #expect(text.contains("\(permille / 10) %  1:02:03"))
  }

  @Test("Where it is narrow the bar leaves before the words")
  func narrow() {
    #expect(ReplayLine(place()).segments(columns: 20).map(\.text) == ["34 %  1:02:03"])
    #expect(ReplayLine(place()).segments(columns: 30).first?.text == "[====---------]")
  }

  @Test("Ages are counted to the tape's time, which stands still when it does")
  func ages() throws {
    var state = try state(place(isPaused: true))
    state.rows[0].staleSince = Fixture.wall + .seconds(-12)
    let later = WatchlistRenderer.Moment(now: Fixture.now + .seconds(500), wall: Fixture.wall + .seconds(500))
    let canvas = try renderer().canvas(for: state, at: later, size: TerminalSize(columns: 120, rows: 30))
    #expect(line(canvas, 3).contains("12s ago"))
  }

  @Test("A banner of the tape offers no key and counts nothing down")
  func banner() throws {
    var state = try state(place(), link: .reconnecting)
    state.banner = Banner(
      text: "Reconnecting. Prices may be out of date.", reason: "It is gone.", attempt: 3,
      retryAt: Fixture.now + .seconds(4), canRetry: true)
    let text = line(try screen(state), 1)
    #expect(text.contains("Reconnecting.") && text.contains("It is gone."))
    #expect(!text.contains("retries now") && !text.contains("next in"))
  }

  @Test("The keys of the tape take the place of those of a link")
  func keys() {
    func action(_ key: Key) -> WatchlistAction? { WatchlistKeys.action(for: key, features: .replay) }
    #expect(action(.character(" ")) == .replay(.togglePause))
    #expect(action(.left) == .replay(.stepBack) && action(.right) == .replay(.stepForward))
    #expect(action(.character("<")) == .replay(.slower) && action(.character(">")) == .replay(.faster))
    #expect(
      action(.character("r")) == nil && action(.character("p")) == nil && action(.character("D")) == nil)
    #expect(
      action(.character("q")) == .quit && action(.pageDown) == .pageDown && action(.down) == .selectNext)
    #expect(action(.click(row: 4, column: 1)) == .selectLine(4))
    #expect(WatchlistKeys.action(for: .character(" ")) == .pageDown)
  }

  @Test("D is a key only where the last minutes are kept")
  func flightKey() {
    #expect(WatchlistKeys.action(for: .character("D")) == nil)
    #expect(WatchlistKeys.action(for: .character("D"), features: .flight) == .saveFlight)
    #expect(WatchlistKeys.action(for: .click(row: 4, column: 1), features: .flight) == .selectLine(4))
  }

  @Test("No two lines of a table share a key", arguments: [WatchlistKeys.Features.replay, .flight, []])
  func uniqueKeys(_ features: WatchlistKeys.Features) {
    let keys = WatchlistKeys.table(features).flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }
}
