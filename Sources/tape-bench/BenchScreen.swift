import Foundation
import TapeDomain
import TapeTUI

/// The screen as the program draws it, one step after the other, on a terminal of the measurement's own.
@MainActor
final class BenchScreen {
  /// What one step took of the main actor's time, in seconds.
  struct Cost {
    /// From the state to cells.
    var canvas = 0.0
    /// From cells to the terminal.
    var present = 0.0
  }

  /// What decides what is shown.
  let model: WatchlistViewModel
  /// The prices.
  let market: BenchMarket
  /// The canvases that were shown, when they are kept.
  private(set) var shown: [Canvas] = []
  /// Whether canvases are kept.
  var keepsCanvases = false
  /// What drawing took since it was last set.
  var cost = Cost()

  private let stage: TerminalStage
  private let clock = StepClock()
  private var frames: WatchlistFrames
  private var waiter: CheckedContinuation<Void, Never>?
  private static let tick = Duration.milliseconds(250)

  /// A screen of so many instruments.
  init(stage: TerminalStage, instruments: Int) throws {
    self.stage = stage
    market = try BenchMarket(count: instruments)
    let locale = Locale(identifier: "en_US")
    model = WatchlistViewModel(
      listName: "Bench", source: SourceLabel(word: "BENCH", quality: "", isSimulated: true),
      watchlist: market,
      watch: market, time: clock.source, tick: Self.tick, locale: locale, retryLink: {})
    frames = WatchlistFrames(
      renderer: WatchlistRenderer(
        traits: stage.terminal.traits, width: stage.terminal.width, zone: .utc, locale: locale))
  }

  /// Shows the list and a first price of every instrument on the screen.
  func open() async throws {
    stage.terminal.invalidate()
    model.visibleRowsChanged(WatchlistRenderer.visibleRows(in: stage.terminal.size))
    model.onAppear()
    for _ in 0..<1_000 where model.viewState.rows.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    guard !model.viewState.rows.isEmpty else { throw BenchFault("The list did not come.") }
    model.onChange = { [unowned self] in changed() }
    await step(Array(market.list.indices), number: 0)
  }

  /// Ends the watch.
  func close() {
    model.onChange = nil
    model.stop()
  }

  /// Lets a tick pass in which those instruments have another price, and draws.
  func step(_ instruments: [Int], number: Int) async {
    clock.advance(by: Self.tick)
    let changes = Dictionary(uniqueKeysWithValues: instruments.map { market.quote($0, step: number) })
    await withCheckedContinuation {
      waiter = $0
      market.send(changes)
    }
  }

  /// Draws what the model says now.
  func draw() {
    let moment = WatchlistRenderer.Moment(now: clock.source.now, wall: clock.source.wall)
    let start = Rounds.threadSeconds
    let canvas = frames.canvas(for: model.viewState, at: moment, size: stage.terminal.size)
    let middle = Rounds.threadSeconds
    stage.terminal.present(canvas)
    cost.present += Rounds.threadSeconds - middle
    cost.canvas += middle - start
    if keepsCanvases { shown.append(canvas) }
  }

  private func changed() {
    guard let waiter else { return }
    self.waiter = nil
    draw()
    waiter.resume()
  }
}
