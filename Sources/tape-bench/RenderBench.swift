import Foundation
import TapeTUI

/// From a batch of prices to the terminal: processor time, bytes and writes of a tick.
@MainActor
struct RenderBench {
  // ncurses has room for what the first size needs: a window that grew afterwards may take a second write for a frame.
  private static let sizes = [(250, 100), (120, 40), (80, 24)]
  private static let shares = [0, 1, 10, 100]

  private let stage: TerminalStage
  private let ticks: Int

  /// A measurement on that stage, of fewer ticks when `isQuick`.
  init(stage: TerminalStage, isQuick: Bool) {
    self.stage = stage
    ticks = isQuick ? 20 : 100
  }

  /// Every size with every share of rows changed.
  func run() async throws -> [Figure] {
    var figures: [Figure] = []
    for (columns, rows) in Self.sizes {
      let size = TerminalSize(columns: columns, rows: rows)
      try await stage.resize(to: size)
      for share in Self.shares { figures += try await measure(size, share: share) }
    }
    return figures
  }

  private func measure(_ size: TerminalSize, share: Int) async throws -> [Figure] {
    let screen = try BenchScreen(stage: stage, instruments: WatchlistRenderer.visibleRows(in: size))
    try await screen.open()
    var number = 1
    // Two ticks, so that the flashes of the first prices are over.
    for _ in 0..<3 {
      await screen.step([], number: number)
      number += 1
    }
    var seconds: [Double] = []
    var parts: [BenchScreen.Cost] = []
    var bytes: [Double] = []
    for _ in 0..<Rounds.count {
      let before = try await stage.drain()
      let used = ProcessUsage.now.cpu
      screen.cost = BenchScreen.Cost()
      for _ in 0..<ticks {
        await screen.step(changed(share, of: screen, tick: number), number: number)
        number += 1
      }
      let spent = ProcessUsage.now.cpu - used
      let after = try await stage.drain()
      seconds.append((spent - (after.seconds - before.seconds)) / Double(ticks))
      parts.append(screen.cost)
      bytes.append(Double(after.bytes - before.bytes) / Double(ticks))
    }
    let least = try await leastBytes(of: screen, share: share, from: number)
    screen.close()
    let name = "render: \(size.columns)x\(size.rows), \(share) % of rows"
    func median(_ part: (BenchScreen.Cost) -> Double) -> Double {
      Rounds.median(parts.map(part)) / Double(ticks) * 1e6
    }
    return [
      Figure(name: "\(name): CPU of a tick", value: Rounds.median(seconds) * 1e6, unit: "us"),
      Figure(name: "\(name): of it the canvas", value: median(\.canvas), unit: "us"),
      Figure(name: "\(name): of it the terminal", value: median(\.present), unit: "us"),
      Figure(
        name: "\(name): bytes of a tick", value: Rounds.median(bytes), unit: "bytes", floor: least.bytes,
        floorName: "least for the changed cells"),
      Figure(name: "\(name): writes of a tick", value: least.writes, unit: "writes"),
    ]
  }

  /// The least bytes, and the writes, of a tick.
  private func leastBytes(
    of screen: BenchScreen, share: Int, from first: Int
  ) async throws -> (bytes: Double, writes: Double) {
    screen.keepsCanvases = true
    screen.draw()
    _ = try await stage.drain()
    var writes = 0
    for number in first..<first + ticks {
      let before = TerminalStage.writes
      await screen.step(changed(share, of: screen, tick: number), number: number)
      writes += TerminalStage.writes - before
    }
    screen.keepsCanvases = false
    let least = LeastBytes()
    let bytes = zip(screen.shown, screen.shown.dropFirst()).reduce(0) {
      $0 + least.count(from: $1.0, to: $1.1)
    }
    return (Double(bytes) / Double(ticks), Double(writes) / Double(ticks))
  }

  /// The instruments that move at a tick: that share of them, others each time.
  private func changed(_ share: Int, of screen: BenchScreen, tick: Int) -> [Int] {
    let count = screen.market.list.count
    if share == 0 { return [] }
    let moved = max(1, count * share / 100)
    return (0..<moved).map { ($0 * count / moved + tick * 3) % count }
  }
}
