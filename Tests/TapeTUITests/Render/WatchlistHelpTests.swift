import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor
@Suite(.timeLimit(.minutes(4))) struct WatchlistHelpTests {
  private func text(_ state: WatchlistViewState, _ size: TerminalSize) throws -> String {
    try Fixture.renderer().canvas(for: state, at: Fixture.moment, size: size).text
  }

  @Test("A low screen shows the whole help in turn, and says that there is more", arguments: [6, 8, 12, 18])
  func low(rows: Int) throws {
    let size = TerminalSize(columns: 80, rows: rows)
    let renderer = try Fixture.renderer()
    var state = try Fixture.longState()
    state.isHelpShown = true
    var unseen = Set(WatchlistKeys.table.map(\.help))
    var pages = 0
    while pages < 100 {
      let text = try text(state, size)
      for words in unseen where text.contains(words) { unseen.remove(words) }
      pages += 1
      let next = try #require(renderer.helpLine(after: .pageDown, in: state, size: size))
      if next == state.helpLine { break }
      #expect(text.contains("↓ more: "))
      state.helpLine = next
    }
    #expect(unseen == [])
    #expect(pages > 1)
    let last = try text(state, size)
    #expect(last.contains("the source gives no such value"))
    #expect(!last.contains("more: "))
  }

  @Test("Steps, pages and ends stay within the help; a window that grows shows it from its first line")
  func bounds() throws {
    let low = TerminalSize(columns: 80, rows: 12)
    let renderer = try Fixture.renderer()
    var state = try Fixture.longState()
    state.isHelpShown = true
    func line(_ action: WatchlistAction, _ size: TerminalSize = low) -> Int? {
      renderer.helpLine(after: action, in: state, size: size)
    }
    #expect(line(.selectPrevious) == 0)
    #expect(line(.selectNext) == 1)
    #expect(line(.cycleOrder) == nil)
    state.helpLine = try #require(line(.selectLast))
    #expect(line(.pageDown) == state.helpLine)
    #expect(line(.selectPrevious) == state.helpLine - 1)
    let high = TerminalSize(columns: 80, rows: 40)
    #expect(line(.selectPrevious, high) == 0)
    #expect(try text(state, high).contains("the row above, the row below"))
    #expect(line(.selectNext, TerminalSize(columns: 1, rows: 1)) == nil)
  }

  @Test("Where the state column has room for a letter only, the help says what the letters mean")
  func letters() throws {
    var state = try Fixture.longState()
    state.isHelpShown = true
    let narrow = try text(state, TerminalSize(columns: 20, rows: 60))
    for letter in StateText.letters { #expect(narrow.contains(letter.0)) }
    let medium = try text(state, TerminalSize(columns: 40, rows: 60))
    #expect(medium.contains("trading is halted") || medium.contains("12s ago"))
    #expect(!(try text(state, TerminalSize(columns: 80, rows: 40)).contains("an auction")))
  }

  @Test("Keys scroll the help and not the list behind it; opened again it begins at its first line")
  func keys() async throws {
    let stage = try ScreenStage(symbols: 30)
    stage.terminal.size = TerminalSize(columns: 80, rows: 10)
    try await stage.run {
      stage.terminal.send(.keys([.character("?"), .down, .character("j"), .pageDown]))
      try await stage.until { stage.model.viewState.helpLine > 2 }
      #expect(stage.model.viewState.selection == 0)
      stage.terminal.send(.keys([.escape, .character("?")]))
      try await stage.until { stage.model.viewState.helpLine == 0 }
      #expect(stage.model.viewState.isHelpShown)
    }
  }
}
