public import TapeDomain

/// Watches in lines that are only ever appended: news at once, prices at a pace.
///
/// It takes no keys; whoever runs it ends it.
@MainActor
public final class PlainWatch {
  /// The most rows that are watched: more lines nobody can listen to.
  public static let maximumRows = 200

  private let model: WatchlistViewModel
  private let time: TimeSource
  private let write: @MainActor ([String]) -> Void
  private var renderer: PlainRenderer
  private var pace: PlainPace
  private var timer: (task: Task<Void, Never>, wakes: Instant)?

  /// A watch that does nothing before ``run()``.
  ///
  /// - Parameters:
  ///   - interval: The time between two rounds of prices.
  ///   - write: Appends lines, which have no line ends.
  public init(
    model: WatchlistViewModel, renderer: PlainRenderer, time: TimeSource, interval: Duration,
    write: @escaping @MainActor ([String]) -> Void
  ) {
    self.model = model
    self.renderer = renderer
    self.time = time
    self.write = write
    pace = PlainPace(interval: interval)
  }

  /// Tells what happens until the task is cancelled.
  public func run() async {
    // What happens while lines are written is told once, as it is then.
    let (wakes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    model.onChange = { signal.yield() }
    model.visibleRowsChanged(Self.maximumRows)
    model.onAppear()
    for await _ in wakes {
      tell()
      schedule { signal.yield() }
    }
    timer?.task.cancel()
    timer = nil
    model.onChange = nil
    model.stop()
  }

  private func tell() {
    let state = model.viewState
    let now = time.now
    let isRound = pace.takeRound(at: now, arrivals(in: state))
    let lines = renderer.lines(for: state, at: now, wall: time.wall, includingPrices: isRound)
    if !lines.isEmpty { write(lines) }
  }

  private func arrivals(in state: WatchlistViewState) -> PlainPace.Arrivals {
    let rows = state.rows.prefix(Self.maximumRows)
    let waiting = rows.count { $0.condition == .waiting }
    return waiting == rows.count ? .none : waiting == 0 ? .all : .some
  }

  /// Keeps one timer, for the next round.
  private func schedule(_ wake: @escaping @MainActor () -> Void) {
    guard let due = pace.due, timer?.wakes != due else { return }
    timer?.task.cancel()
    let task = Task { [time] in
      do { try await time.sleep(until: due) } catch { return }
      if !Task.isCancelled { wake() }
    }
    timer = (task, due)
  }
}
