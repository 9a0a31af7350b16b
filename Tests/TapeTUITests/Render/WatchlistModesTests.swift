import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

/// What the renderer makes of pauses, ages, orders and the line to find.
@Suite struct WatchlistModesTests {
  private static let size = TerminalSize(columns: 80, rows: 24)

  private func state() throws -> WatchlistViewState {
    var state = try Fixture.longState()
    for index in state.rows.indices where state.rows[index].price != nil {
      state.rows[index].priceTime = Fixture.wall - Duration.seconds(index)
    }
    return state
  }

  private func canvas(_ state: WatchlistViewState) throws -> Canvas {
    try Fixture.renderer().canvas(for: state, at: Fixture.moment, size: Self.size)
  }

  @Test("Every price of a paused screen is drawn as stale, with its age, and nothing flashes")
  func paused() throws {
    var state = try state()
    state.isPaused = true
    let canvas = try canvas(state)
    #expect(canvas.text(row: 0).contains("PAUSED  DEMO"))
    for line in 3..<22 {
      let roles = Set(
        canvas.rows[line].dropFirst().filter { $0.text != " " && $0.text != "" }.map(\.style.role))
      #expect(roles == [.stale], "line \(line)")
    }
    #expect(canvas.text(row: 3).contains("0s ago"))
    #expect(canvas.text(row: 5).contains("2s ago"))
  }

  @Test("A row that was never seen waits for the end of the pause", arguments: [(80, "paused"), (20, "p")])
  func pausedBeforeAPrice(columns: Int, word: String) throws {
    var state = try state()
    state.rows = [PriceRowState(id: try #require(Symbol("NEW")), name: "New")]
    (state.selection, state.firstVisible, state.isPaused) = (0, 0, true)
    let canvas = try Fixture.renderer().canvas(
      for: state, at: Fixture.moment, size: TerminalSize(columns: columns, rows: 12))
    let row = try #require(canvas.rows.indices.map(canvas.text).first { $0.contains("NEW") })
    #expect(row.split(separator: " ").last.map(String.init) == word)
    #expect(!canvas.text.contains("waiting"))
  }

  @Test("Ages are shown without dimming what is live, and the screen is drawn again when they grow")
  func ages() throws {
    var state = try state()
    state.showsAges = true
    let canvas = try canvas(state)
    #expect(canvas.text(row: 5).contains("2s ago"))
    #expect(canvas.rows[5].contains { $0.style.role == .down })
    #expect(!canvas.rows[5].contains { $0.style.role == .stale })
    #expect(canvas.rows[4].contains { $0.style.role == .stale })
    for index in state.rows.indices { state.rows[index].flash = nil }
    let next = try Fixture.renderer().nextChange(in: state, after: Fixture.moment, size: Self.size)
    #expect(next.map { $0 - Fixture.now <= .seconds(1) } == true)
  }

  @Test(
    "The header says the order",
    arguments: [
      (RowOrder.own, false, nil), (.symbol, false, "by symbol"), (.percent, false, "by percent"),
      (.last, true, "by last, reversed"),
    ])
  func order(order: RowOrder, isReversed: Bool, words: String?) throws {
    var state = try state()
    (state.order, state.isReversed) = (order, isReversed)
    let header = try canvas(state).text(row: 0)
    #expect(header.contains(" by ") == (words != nil))
    if let words { #expect(header.contains(words)) }
    #expect(header.contains("LIVE  DEMO"))
  }

  @Test("On a narrow screen neither PAUSED nor the word of a simulated source goes")
  func narrow() throws {
    var state = try state()
    state.isPaused = true
    let canvas = try Fixture.renderer().canvas(
      for: state, at: Fixture.moment, size: TerminalSize(columns: 20, rows: 6))
    #expect(canvas.text(row: 0).contains("PAUSED  DEMO"))
  }

  @Test("The line to find has the place of messages, marks what matches, and says when nothing does")
  func find() throws {
    var state = try state()
    state.message = "Hidden meanwhile"
    var line = FindLine()
    line.text = "sud"
    state.find = line
    let canvas = try canvas(state)
    #expect(canvas.text(row: 22).contains("/sud_"))
    #expect(!canvas.text.contains("Hidden"))
    let marked = canvas.rows[12].filter { $0.style.role == .accent }.map(\.text).joined()
    #expect(marked == "Süd")
    #expect(canvas.text(row: 23).contains("Esc go back"))
    #expect(canvas.cursor == Canvas.Position(row: 3, column: 0))
    line.text = String(repeating: "長", count: 64)
    line.hasNoMatch = true
    state.find = line
    #expect(try self.canvas(state).text(row: 22).contains("no match"))
  }

  @Test("The help fits two screens of 80x24, and cuts nothing")
  func help() throws {
    var state = try state()
    state.isHelpShown = true
    let top = try canvas(state).text
    state.helpLine = .max
    let text = try top + canvas(state).text
    for binding in WatchlistKeys.table { #expect(text.contains(binding.help)) }
    #expect(text.contains("the source gives no such value"))
    #expect(!text.contains("…"))
  }

  @Test(
    "A line of the screen is a row only where rows are",
    arguments: [(0, nil), (2, nil), (3, 0), (21, 18), (22, nil), (23, nil), (-1, nil)] as [(Int, Int?)])
  func place(line: Int, place: Int?) throws {
    #expect(try Fixture.renderer().place(ofLine: line, in: try state(), size: Self.size) == place)
  }

  @Test(
    "A banner that takes a line of the list moves the rows under the mouse too",
    arguments: [(3, nil), (4, 0), (21, 17)] as [(Int, Int?)])
  func placeBelowBanner(line: Int, place: Int?) throws {
    var state = try state()
    let text = "Token refused by the server. Put a valid one into /home/ada/.config/tape/token and press r."
    state.banner = Banner(text: text, reason: "", attempt: nil, retryAt: nil, canRetry: false)
    #expect(try Fixture.renderer().place(ofLine: line, in: state, size: Self.size) == place)
  }
}
