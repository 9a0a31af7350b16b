import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct WatchlistFramesTests {
  private let size = TerminalSize(columns: 120, rows: 20)

  @Test("A frame is what the renderer draws, for one list after the other and in any order")
  func same() throws {
    let renderer = try Fixture.renderer()
    var frames = WatchlistFrames(renderer: renderer)
    var state = Fixture.state(try Fixture.rows())
    for list in 0..<3 {
      state.listNumber = list
      if list > 0 { state.rows[0].name += " with a longer name" }
      for _ in 0..<2 {
        state.rows.reverse()
        #expect(
          frames.canvas(for: state, at: Fixture.moment, size: size)
            == renderer.canvas(for: state, at: Fixture.moment, size: size))
      }
    }
  }

  @Test("Names are measured once a list, not once a frame")
  func once() throws {
    let counter = Counter()
    let width = DisplayWidth { _ in
      counter.value += 1
      return 1
    }
    let renderer = WatchlistRenderer(
      traits: TerminalTraits(colors: .many, isUnicode: true), width: width, zone: .utc)
    var frames = WatchlistFrames(renderer: renderer)
    let rows = try (0..<2_000).map { try Fixture.row("S\($0)", "Ünïcöde", "1.00") }
    var state = Fixture.state(rows)
    _ = frames.canvas(for: state, at: Fixture.moment, size: size)
    let first = counter.value
    #expect(first > 3 * 2_000)
    state.firstVisible = 1_000
    _ = frames.canvas(for: state, at: Fixture.moment, size: size)
    #expect(counter.value - first < 1_000)
    state.listNumber += 1
    _ = frames.canvas(for: state, at: Fixture.moment, size: size)
    #expect(counter.value - first > 3 * 2_000)
  }

  /// Counts on one thread.
  private final class Counter: @unchecked Sendable {
    var value = 0
  }
}
