import Foundation
import TapeTUI

/// A list of 5,000 instruments: what a key costs until it is drawn, beside the same key on a list that fits the screen.
@MainActor
struct ListBench {
  private static let long = 5_000
  private static let short = 35

  private let stage: TerminalStage

  /// A measurement on that stage.
  init(stage: TerminalStage) {
    self.stage = stage
  }

  /// The slowest of each kind of key, as the median of the rounds.
  func run() async throws -> [Figure] {
    try await stage.resize(to: TerminalSize(columns: 120, rows: 40))
    var long: [[String: Double]] = []
    var short: [[String: Double]] = []
    for _ in 0..<Rounds.count {
      long.append(try await measure(Self.long))
      short.append(try await measure(Self.short))
    }
    return ["scroll", "find", "sort", "tick"].map { key in
      Figure(
        name: "list: \(Self.long) rows, slowest \(key)", value: Rounds.median(long.compactMap { $0[key] }),
        unit: "ms", floor: Rounds.median(short.compactMap { $0[key] }), floorName: "\(Self.short) rows")
    }
  }

  /// Milliseconds of the main actor's time until the slowest key of each kind was drawn.
  private func measure(_ count: Int) async throws -> [String: Double] {
    let screen = try BenchScreen(stage: stage, instruments: count)
    try await screen.open()
    let model = screen.model
    func slowest(_ steps: [() -> Void]) -> Double {
      let times = steps.map { step in
        Rounds.seconds {
          step()
          screen.draw()
        }
      }
      return (times.max() ?? 0) * 1e3
    }
    let scroll = slowest(
      (0..<40).map { _ in { model.perform(.pageDown) } }
        + (0..<40).map { _ in { model.perform(.selectNext) } }
        + [{ model.perform(.selectLast) }, { model.perform(.selectFirst) }])
    let find = slowest(
      [{ model.perform(.find) }] + "number 4999".map { letter in { model.edit(.insert(letter)) } }
        + "xyz".map { letter in { model.edit(.insert(letter)) } } + [{ model.edit(.cancel) }])
    let sort = slowest(
      (0..<4).flatMap { _ in [{ model.perform(.cycleOrder) }, { model.perform(.reverseOrder) }] })
    screen.cost = BenchScreen.Cost()
    for number in 1...20 { await screen.step(Array(0..<Self.short), number: number) }
    let tick = (screen.cost.canvas + screen.cost.present) / 20 * 1e3
    screen.close()
    return ["scroll": scroll, "find": find, "sort": sort, "tick": tick]
  }
}
