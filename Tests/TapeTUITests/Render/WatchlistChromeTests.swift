import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct WatchlistChromeTests {
  private func canvas(_ state: WatchlistViewState, _ columns: Int, _ lines: Int) throws -> Canvas {
    try Fixture.renderer().canvas(
      for: state, at: Fixture.moment, size: TerminalSize(columns: columns, rows: lines))
  }

  private static let token =
    "Token refused by the server. Put a valid one into ~/.config/tape/token and press r, "
    + "or restart with TAPE_TOKEN."

  private static let refused = Banner(
    text: token, reason: "", attempt: nil, retryAt: nil, canRetry: true)

  @Test(
    "A banner leaves the header's words, the selected row and, from 8 lines on, the titles", arguments: 4...30
  )
  func banner(lines: Int) throws {
    for (columns, banner) in [(20, Fixture.reconnecting), (40, Fixture.reconnecting), (80, Self.refused)] {
      for place in 0..<WatchlistRenderer.visibleRows(in: TerminalSize(columns: columns, rows: lines)) {
        var state = Fixture.state(try Fixture.longState().rows)
        state.link = .reconnecting
        state.banner = banner
        state.firstVisible = 5
        state.selection = 5 + place
        let canvas = try canvas(state, columns, lines)
        #expect(canvas.text(row: 0).contains(columns == 20 ? "◌ RECONNECT…  DEMO" : "◌ RECONNECTING  DEMO"))
        #expect(canvas.text(row: 1).contains(columns == 80 ? "Token refused" : "Prices may be out"))
        #expect(canvas.text.contains("LAST") == (lines >= 8))
        let cursor = try #require(canvas.cursor)
        #expect(canvas.text(row: cursor.row).hasPrefix("> "))
      }
    }
  }

  @Test("A banner of one line moves no row where there are titles", arguments: 6...30)
  func still(lines: Int) throws {
    var state = try Fixture.longState()
    let before = try canvas(state, 80, lines)
    state.banner = Fixture.reconnecting
    state.banner?.reason = ""
    let after = try canvas(state, 80, lines)
    let changed = before.rows.indices.filter { before.rows[$0] != after.rows[$0] }
    #expect(changed == [1])
  }

  @Test(
    "The essential of a banner comes first, and what follows is whole or not there",
    arguments: [
      (120, "Reconnecting. Prices may be out of date.  try 3, next in 4 s · r retries now"),
      (80, "Reconnecting. Prices may be out of date.  try 3, next in 4 s · r retries now"),
      (70, "Reconnecting. Prices may be out of date.  try 3, next in 4 s"),
      (60, "Reconnecting. Prices may be out of date.  try 3"), (40, "Prices may be out of date.  try 3"),
      (30, "Prices may be out of date."),
    ])
  func narrowBanner(columns: Int, words: String) throws {
    let lines = BannerLines(Fixture.reconnecting, typesetter: Typesetter(width: .test, isUnicode: true))
    let set = lines.lines(
      at: Fixture.now, columns: columns - 2, lines: 1, isCounting: true, isReasonCut: false)
    #expect(set.map { $0.map(\.text).joined(separator: "  ") } == [words])
    #expect(lines.textLines(columns: columns - 2) == 1)
  }

  @Test("A reason that has no room in the banner stands above the footer, until there is a message")
  func reason() throws {
    var state = try Fixture.downState()
    #expect(try canvas(state, 80, 24).text(row: 22).contains("The server 'quotes.example.com' closed"))
    #expect(try canvas(state, 180, 24).text(row: 1).contains("service restart\")."))
    #expect(!(try canvas(state, 180, 24).text(row: 22).contains("service restart")))
    state.message = "Acme, 182 euros 45"
    #expect(try canvas(state, 80, 24).text(row: 22).contains("  Acme, 182 euros 45   "))
  }

  @Test(
    "A long wait is said in minutes",
    arguments: [
      (Int64(4), "4 s"), (120, "120 s"), (121, "2 min 1 s"), (3_586, "59 min 46 s"), (3_600, "1 h 0 min"),
      (7_500, "2 h 5 min"),
    ])
  func wait(seconds: Int64, words: String) {
    #expect(BannerLines.words(for: seconds) == words)
  }

  @Test(
    "The tick is said in its own unit",
    arguments: [(250, "tick 250 ms"), (1_500, "tick 1500 ms"), (60_000, "tick 60 s")])
  func tick(milliseconds: Int, words: String) throws {
    var state = try Fixture.longState()
    state.tick = .milliseconds(milliseconds)
    #expect(try canvas(state, 120, 30).text(row: 0).contains(words))
  }

  @Test("A row's sentence keeps its warning on 40 columns, and the list its place")
  func sentence() throws {
    var state = try Fixture.longState()
    state.message =
      "Krypton Semiconductors, 418 dollars 77, up 2.2 percent, may be out of date, halted, 12 seconds old"
    let text = try canvas(state, 40, 12).text
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(try #require(state.message)))
    #expect(words.contains("q quit"))
    #expect(try canvas(state, 40, 8).text(row: 7).hasSuffix("…"))
  }

  @Test("The row and the sentence about it say the same age, whatever the fractions")
  func sameAge() {
    for (since, now) in [(900, 3_100), (100, 3_900), (0, 59_999), (999, 60_001), (-500, 3_600_000)] {
      let age = AgeText(
        since: Fixture.wall + .milliseconds(since), now: Fixture.wall + .milliseconds(now))
      let sentence = AccessibilityLabel.age(age).split(separator: " ")
      #expect(age.unit == "\(sentence[0])\(sentence[1].prefix(1))")
    }
  }

  @Test("ASCII arrows are no minus, and the help shows the arrows that the rows have")
  func arrows() throws {
    var state = Fixture.state(try Fixture.rows())
    let renderer = try Fixture.renderer(isUnicode: false)
    let size = TerminalSize(columns: 80, rows: 40)
    #expect(renderer.canvas(for: state, at: Fixture.moment, size: size).text(row: 3).contains("182.45 "))
    #expect(renderer.canvas(for: state, at: Fixture.moment, size: size).text(row: 3).contains("^"))
    #expect(renderer.canvas(for: state, at: Fixture.moment, size: size).text(row: 5).contains(" v "))
    state.isHelpShown = true
    #expect(renderer.canvas(for: state, at: Fixture.moment, size: size).text.contains("^ v "))
  }
}
