import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor
@Suite(.timeLimit(.minutes(4))) struct WatchlistMouseTests {
  @Test("The wheel scrolls by three rows and the selection stays on the screen; a click selects")
  func wheelAndClick() async throws {
    let stage = try ScreenStage(symbols: 50)
    try await stage.run {
      stage.terminal.send(.keys([.wheelDown, .wheelDown]))
      try await stage.until { stage.model.viewState.firstVisible == 6 }
      #expect(stage.model.viewState.selection == 6)
      stage.terminal.send(.keys([.click(row: 5, column: 40)]))
      try await stage.until { stage.model.viewState.selection == 8 }
      stage.terminal.send(.keys([.wheelUp]))
      try await stage.until { stage.model.viewState.firstVisible == 3 }
      #expect(stage.model.viewState.selection == 8)
      stage.terminal.send(.keys([.click(row: 0, column: 3), .click(row: 23, column: 3)]))
      await stage.settle()
      #expect(stage.model.viewState.selection == 8)
    }
  }

  @Test("m gives the mouse back to the terminal, and takes it again")
  func toggle() async throws {
    let stage = try ScreenStage()
    try await stage.run {
      stage.terminal.send(.keys([.character("m")]))
      try await stage.until { stage.terminal.calls.contains(.mouse(false)) }
      #expect(stage.model.viewState.message?.contains("m takes it again") ?? false)
      stage.terminal.send(.keys([.character("m")]))
      try await stage.until { stage.terminal.calls.contains(.mouse(true)) }
    }
  }

  @Test(
    "Keys that arrive together are typed on the line that the first of them opened, and a q does not quit")
  func typed() async throws {
    let stage = try ScreenStage(symbols: 50)
    try await stage.run {
      let keys: [Key] =
        "/s4q".map { .character($0) } + [.backspace, .character("2"), .enter, .character("n")]
      stage.terminal.send(.keys(keys))
      try await stage.until { stage.model.viewState.selection == 42 }
      #expect(stage.model.viewState.find == nil)
    }
  }
}
