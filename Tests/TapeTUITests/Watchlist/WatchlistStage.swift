import Foundation
import TapeDomain
import TapeTestSupport

@testable import TapeTUI

/// A view model between fakes, and a way to wait for what it does.
@MainActor
final class WatchlistStage {
  let clock = ManualClock()
  let quotes = FakeWatchQuotes()
  let list: FakeWatchlist
  let model: WatchlistViewModel
  /// Counts how often the link was asked to try again.
  let retries: RetryCount

  var state: WatchlistViewState { model.viewState }

  init(_ answers: Result<[Instrument], WatchlistError>...) {
    list = FakeWatchlist(answers)
    let box = RetryCount()
    retries = box
    model = WatchlistViewModel(
      listName: "Core", source: SourceLabel(word: "DEMO", quality: "simulated prices", isSimulated: true),
      watchlist: list, watch: quotes, time: clock.source, tick: .milliseconds(250),
      locale: Locale(identifier: "en_US"), retryLink: { box.add() })
  }

  /// A stage whose list of `rows` is shown on a screen of `visible` rows.
  static func started(rows: Int, visible: Int) async throws -> WatchlistStage {
    let stage = WatchlistStage(.success(try QuoteSamples.instruments(rows)))
    stage.model.visibleRowsChanged(visible)
    stage.model.onAppear()
    await stage.until { $0.list != .loading }
    return stage
  }

  /// Waits until the state is so, or the test is out of time; the view model tells of every change.
  func until(_ isReached: @escaping @MainActor (WatchlistViewState) -> Bool) async {
    if isReached(model.viewState) { return }
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    model.onChange = { [unowned model] in
      if isReached(model.viewState) { continuation.finish() }
    }
    for await _ in changes {}
    model.onChange = nil
  }

  /// Waits until that many batches were taken.
  func batches(_ count: Int) async {
    await until { [unowned model] _ in model.batchCount >= count }
  }
}
