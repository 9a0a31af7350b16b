import Synchronization
import TapeDomain
import TapeTestSupport

/// A list of a server whose answers wait until a test lets them come, and what is told it.
final class FakeServerList: ServerListEditor, WatchlistRepository {
  private struct State {
    var unsent: [ServerListChange] = []
    var failure: ListError?
    var asking: [CheckedContinuation<[Instrument], any Error>] = []
    var isOffline = false
  }

  private let state = Mutex(State())
  private let asks = WaitingList()
  private let changes = AsyncStream.makeStream(of: ServerListProgress.self)

  init(unsent: [ServerListChange] = []) {
    state.withLock { $0.unsent = unsent }
  }

  /// Lets no change be kept from now on.
  func fail(with error: ListError) { state.withLock { $0.failure = error } }

  /// Lets the list not be had from now on.
  func goOffline() { state.withLock { $0.isOffline = true } }

  /// The changes that were not told.
  func unsent() async -> [ServerListChange] { state.withLock { $0.unsent } }

  func change(_ change: ServerListChange) async throws(ListError) {
    let failure = state.withLock { state -> ListError? in
      if state.failure == nil { state.unsent.append(change) }
      return state.failure
    }
    if let failure { throw failure }
  }

  func progress() -> AsyncStream<ServerListProgress> { changes.stream }
  func review() async {}
  func retry() async {}

  /// As if the server had been told everything.
  func tellAll() {
    state.withLock { $0.unsent = [] }
    changes.continuation.yield(ServerListProgress(unsent: []))
  }

  func instruments() async throws -> [Instrument] {
    try await withCheckedThrowingContinuation { continuation in
      let isOffline = state.withLock { state in
        if !state.isOffline { state.asking.append(continuation) }
        return state.isOffline
      }
      if isOffline {
        continuation.resume(throwing: WatchlistError(sentence: "No network."))
      } else {
        asks.reach(1)
      }
    }
  }

  /// Returns when the list was asked for.
  func asked() async {
    await asks.wait()
  }

  /// Answers everybody who asked for the list.
  func answer(_ instruments: [Instrument]) {
    let asking = state.withLock { state in
      defer { state.asking = [] }
      return state.asking
    }
    for continuation in asking { continuation.resume(returning: instruments) }
  }
}
