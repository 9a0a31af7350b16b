import Synchronization
import TapeDomain

/// A list that answers as it was told, the last answer for ever.
final class FakeWatchlist: WatchlistRepository {
  private let state: Mutex<(answers: [Result<[Instrument], WatchlistError>], calls: Int)>

  init(_ answers: [Result<[Instrument], WatchlistError>]) {
    state = Mutex((answers, 0))
  }

  /// How many times the list was asked for.
  var calls: Int { state.withLock { $0.calls } }

  func instruments() async throws -> [Instrument] {
    try state.withLock { state in
      state.calls += 1
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }.get()
  }
}
