import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor @Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelFindTests {
  private static let names = ["Acme", "Nord Bank", "Oro", "日本銀行", "Banque Sud", "Café Bank"]

  /// A list of those names with S2 selected, which has the screen for itself and two more.
  private func stage() async throws -> WatchlistStage {
    let instruments = try Self.names.enumerated().map {
      Instrument(symbol: try QuoteSamples.symbol("S\($0)"), name: $1)
    }
    let stage = WatchlistStage(.success(instruments))
    stage.model.visibleRowsChanged(3)
    stage.model.onAppear()
    await stage.until { $0.list == .loaded }
    stage.model.perform(.selectNext)
    stage.model.perform(.selectNext)
    return stage
  }

  private func type(_ text: String, _ stage: WatchlistStage) {
    for character in text { stage.model.edit(.insert(character)) }
  }

  @Test(
    "The first match at or after the row where finding began is selected as one types",
    arguments: [
      ("b", 4), ("ban", 4), ("bank", 5), ("s2", 2), ("S0", 0), ("nord", 1), ("銀", 3), ("cafe", 5), ("sud", 4),
    ])
  func asYouType(text: String, selected: Int) async throws {
    let stage = try await stage()
    stage.model.perform(.find)
    type(text, stage)
    #expect(stage.state.selection == selected)
    #expect(stage.state.find?.text == text)
    #expect(stage.state.find?.hasNoMatch == false)
    let visible = stage.state.firstVisible..<(stage.state.firstVisible + 3)
    #expect(visible.contains(selected))
  }

  @Test("Without a match the line says so and the selection is where finding began")
  func noMatch() async throws {
    let stage = try await stage()
    stage.model.perform(.find)
    type("bank", stage)
    type("x", stage)
    #expect(stage.state.find?.hasNoMatch == true)
    #expect(stage.state.selection == 2)
    stage.model.edit(.deleteLast)
    #expect(stage.state.find?.hasNoMatch == false)
    #expect(stage.state.selection == 5)
    type("x", stage)
    stage.model.edit(.accept)
    #expect(stage.state.find == nil)
    #expect(stage.state.message == "No match for \"bankx\".")
  }

  @Test("Esc returns to where finding began: the same row in the same place")
  func cancel() async throws {
    let stage = try await stage()
    let before = stage.state.firstVisible
    stage.model.perform(.find)
    type("cafe", stage)
    #expect(stage.state.firstVisible == 3)
    stage.model.edit(.cancel)
    #expect(stage.state.find == nil)
    #expect(stage.state.selection == 2)
    #expect(stage.state.firstVisible == before)
    #expect(stage.state.message == nil)
  }

  @Test("Enter stays on the match, and n and N go through the matches around the end")
  func again() async throws {
    let stage = try await stage()
    stage.model.perform(.find)
    type("bank", stage)
    stage.model.edit(.accept)
    #expect(stage.state.find == nil)
    #expect(stage.state.selection == 5)
    var visited: [Int?] = []
    for action in [WatchlistAction.findNext, .findNext, .findPrevious, .findPrevious] {
      stage.model.perform(action)
      visited.append(stage.state.selection)
    }
    #expect(visited == [1, 5, 1, 5])
  }

  @Test("n and N say when they went around the end, and when there is nothing else to go to")
  func wrapping() async throws {
    let stage = try await stage()
    stage.model.perform(.find)
    type("bank", stage)
    stage.model.edit(.accept)
    var said: [String?] = []
    for action in [WatchlistAction.findNext, .findNext, .findPrevious, .findPrevious] {
      stage.model.perform(action)
      said.append(stage.state.message)
    }
    #expect(said == ["On from the top.", nil, nil, "On from the end."])
    stage.model.perform(.find)
    type("cafe", stage)
    stage.model.edit(.accept)
    stage.model.perform(.findNext)
    #expect(stage.state.message == "The only match.")
    #expect(stage.state.selection == 5)
  }

  @Test("n without anything found yet says what to do")
  func againWithoutPattern() async throws {
    let stage = try await stage()
    stage.model.perform(.findNext)
    #expect(stage.state.message?.contains("/") == true)
    #expect(stage.state.selection == 2)
  }

  @Test(
    "Ctrl-U empties the line and goes back to where finding began; Backspace on an empty line does nothing")
  func clear() async throws {
    let stage = try await stage()
    stage.model.perform(.find)
    type("cafe", stage)
    stage.model.edit(.clear)
    stage.model.edit(.deleteLast)
    #expect(stage.state.find?.text == "")
    #expect(stage.state.selection == 2)
  }

  @Test("A combining character joins the letter before it, and goes with it")
  func combining() async throws {
    let stage = try await stage()
    stage.model.perform(.find)
    type("cafe", stage)
    stage.model.edit(.insert("\u{301}"))
    #expect(stage.state.selection == 5)
    stage.model.edit(.deleteLast)
    #expect(stage.state.find?.text == "caf")
  }

  @Test("The line takes 64 characters and no more")
  func length() async throws {
    let stage = try await stage()
    stage.model.perform(.find)
    type(String(repeating: "x", count: 100), stage)
    #expect(stage.state.find?.text.count == 64)
  }

  @Test("A list that comes anew while one types keeps the selected symbol, and Esc finds the first row again")
  func newList() async throws {
    let instruments = try QuoteSamples.instruments(6)
    let stage = WatchlistStage(.success(instruments), .success(instruments.reversed()))
    stage.model.visibleRowsChanged(3)
    stage.model.onAppear()
    await stage.until { $0.list == .loaded }
    stage.model.perform(.find)
    type("s4", stage)
    stage.model.fetchList()
    await stage.until { $0.rows.first?.id.text == "S5" }
    #expect(stage.state.selection == 1)
    stage.model.edit(.cancel)
    #expect(stage.state.selection == 5)
  }

  @Test(
    "A list that comes anew while one types is looked through as if the text were typed then",
    arguments: [
      // The match is new, is gone while another stays, and is gone without another.
      (["A", "B", "C"], "x", ["A", "B", "X", "C"], "X", false),
      (["A", "X1", "X2"], "x", ["A", "X2"], "X2", false),
      (["A", "B", "X"], "x", ["B", "A"], "A", true),
      (["A", "X1", "B"], "x", ["X0", "A", "X1", "B"], "X1", false),
    ])
  func findsAnew(
    old: [String], text: String, new: [String], selected: String, hasNoMatch: Bool
  ) async throws {
    func list(_ names: [String]) throws -> [Instrument] {
      try names.map { Instrument(symbol: try QuoteSamples.symbol($0), name: "") }
    }
    let stage = WatchlistStage(.success(try list(old)), .success(try list(new)))
    stage.model.visibleRowsChanged(5)
    stage.model.onAppear()
    await stage.until { $0.list == .loaded }
    stage.model.perform(.find)
    type(text, stage)
    stage.model.fetchList()
    await stage.until { $0.rows.map(\.id.text) == new }
    #expect(stage.state.selection.map { stage.state.rows[$0].id.text } == selected)
    #expect(stage.state.find?.hasNoMatch == hasNoMatch)
  }
}
