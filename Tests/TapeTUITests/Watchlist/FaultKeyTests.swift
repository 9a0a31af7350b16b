import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@MainActor
@Suite(.timeLimit(.minutes(4))) struct FaultKeyTests {
  private let gap = FaultKey(1, "gap", ["gap SYMBOL"], help: "leave out a number")
  private let refuse = FaultKey(7, "refuse", ["refuse 8s", "drop"], help: "take no connection")

  @Test("A key's commands name the selected row, and need one where they name it")
  func commands() throws {
    let acme = try #require(Symbol("ACME"))
    #expect(gap.commands(for: acme) == ["gap ACME"])
    #expect(gap.commands(for: nil) == nil)
    #expect(refuse.commands(for: nil) == ["refuse 8s", "drop"])
    #expect(gap.announcement(for: nil) == "F1 needs a selected row.")
    #expect(refuse.announcement(for: acme) == "F7 refuse 8s, drop: take no connection")
  }

  @Test("A function key does something only where the screen was given one")
  func action() {
    #expect(WatchlistKeys.action(for: .function(7), faultKeys: [gap, refuse]) == .inject(refuse))
    #expect(WatchlistKeys.action(for: .function(2), faultKeys: [gap, refuse]) == nil)
    #expect(WatchlistKeys.action(for: .function(1)) == nil)
  }

  @Test(
    "The footer names the keys one by one where there is room, else together; two others may leave for them",
    arguments: [
      (200, "Enter say row, q quit, F1 gap, F2 lose, F3 mute, F4 drop"),
      (111, "Enter say row, q quit, F1 gap, F2 lose, F3-F4 faults"),
      (102, "Enter say row, q quit, F1 gap, F2-F4 faults"), (94, "Enter say row, q quit, F1-F4 faults"),
      (78, "q quit, F1-F4 faults"), (70, "q quit"), (8, "q quit"),
    ])
  func footer(columns: Int, hints: String) {
    let labels = ["gap", "lose", "mute", "drop"]
    let keys = labels.enumerated().map { FaultKey($0 + 1, $1, ["drop"], help: "") }
    let bar = KeyBar(WatchlistKeys.table, faultKeys: keys, isUnicode: true)
    let fitting = bar.fitting(columns, width: .test)
    #expect(fitting.reduce(-2) { $0 + $1.keys.count + $1.label.count + 3 } <= columns)
    let told = fitting.filter { $0.keys.hasPrefix("F") || ["say row", "quit"].contains($0.label) }
    #expect(told.map { "\($0.keys) \($0.label)" }.joined(separator: ", ") == hints)
  }

  @Test("The help lists every key of the demo beside the others, below them, or in two short lines")
  func help() throws {
    let keys = (1...10).map { FaultKey($0, "fault", ["drop"], help: "eighteen columns \($0 - 1)") }
    let renderer = WatchlistRenderer(
      traits: TerminalTraits(colors: .many, isUnicode: true), width: .test, zone: .utc, faultKeys: keys)
    var state = Fixture.state([])
    state.isHelpShown = true
    let small = renderer.canvas(for: state, at: Fixture.moment, size: TerminalSize(columns: 80, rows: 24))
    state.helpLine = .max
    let end = renderer.canvas(for: state, at: Fixture.moment, size: TerminalSize(columns: 80, rows: 24))
    state.helpLine = 0
    let lines = small.rows.indices.map(small.text) + end.rows.indices.map(end.text)
    #expect(lines.contains { $0.contains("F1-F5") && $0.contains("fault, fault, fault, fault, fault") })
    #expect(lines.contains { $0.contains("F6-F10") })
    #expect(lines.contains { $0.contains("the source gives no such value") })
    for size in [TerminalSize(columns: 120, rows: 30), TerminalSize(columns: 60, rows: 60)] {
      let canvas = renderer.canvas(for: state, at: Fixture.moment, size: size)
      for key in keys {
        #expect(
          canvas.rows.indices.map(canvas.text).contains {
            $0.contains("F\(key.number) ") && $0.contains(key.help)
          })
      }
    }
  }

  @Test("Pressing a key says what happens and lets it happen to the selected row")
  func press() async throws {
    let injected = Injected()
    let stage = try ScreenStage(
      demo: DemoControls(keys: [gap]) { key, symbol in
        await injected.note(key, symbol)
        return nil
      })
    try await stage.run {
      stage.terminal.send(.keys([.down, .function(1)]))
      try await stage.until { injected.calls.count == 1 }
      #expect(injected.calls == ["F1 S1"])
      #expect(stage.terminal.canvases.last?.text.contains("F1 gap S1: leave out a number") ?? false)
    }
  }

  @Test("A fault that the exchange objects to is told")
  func objection() async throws {
    let stage = try ScreenStage(demo: DemoControls(keys: [gap]) { _, _ in "\"S0\" is not listed here." })
    try await stage.run {
      stage.terminal.send(.keys([.function(1)]))
      try await stage.until { stage.terminal.canvases.last?.text.contains("is not listed here.") ?? false }
    }
  }

  @MainActor
  private final class Injected {
    var calls: [String] = []

    func note(_ key: FaultKey, _ symbol: Symbol?) {
      calls.append("F\(key.number) \(symbol?.text ?? "none")")
    }
  }
}
