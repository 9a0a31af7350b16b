import Foundation
import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// The whole path from the socket to the view model, against a server of the native protocol, until it closes.
@MainActor
final class Firehose {
  private let address: ServerAddress
  private let isOver: AsyncStream<Void>.Continuation
  private let overs: AsyncStream<Void>
  private var wasLive = false

  /// A run against the server at that address.
  init(server: String) throws {
    address = try ServerAddress(server)
    (overs, isOver) = AsyncStream.makeStream()
  }

  /// Watches every instrument of the server's list until the server closes.
  func run() async throws -> FirehoseResult {
    let time = TimeSource.system {
      Timestamp(nanoseconds: Int64(Date.now.timeIntervalSince1970 * 1e9))
    }
    let thread = try SocketThread()
    let list = RemoteWatchlistRepository(
      server: address, http: HTTPClient(), tokens: nil, wall: { time.wall }, log: { _ in })
    let symbols = try await list.instruments().map(\.symbol)
    let before = ProcessUsage.now
    let connection = QuoteSocketConnection(
      url: address.quotes, connector: SocketConnector(thread: thread), dialect: TapeDialect(), tokens: nil,
      time: time, jitter: { 1_000 })
    let repository = LiveQuotesRepository(socket: connection, time: time, maxRate: 4)
    let pump = Task { await repository.run() }
    await connection.start()
    let model = WatchlistViewModel(
      listName: "Firehose", source: SourceLabel(word: "", quality: "", isSimulated: true),
      watchlist: FixedWatchlistRepository(symbols: symbols),
      watch: ThrottledWatchQuotesUseCase(quotes: repository, time: time, tick: .milliseconds(250)),
      time: time, tick: .milliseconds(250), locale: Locale(identifier: "en_US"),
      retryLink: {})
    model.onChange = { [unowned self, unowned model] in linkChanged(to: model.viewState.link) }
    model.visibleRowsChanged(symbols.count)
    model.onAppear()
    for await _ in overs { break }
    let after = ProcessUsage.now
    let statistics = await repository.statistics()
    let cpu = after.cpu - before.cpu
    let result = FirehoseResult(
      updates: statistics.updates, gaps: statistics.gaps, batches: model.batchCount,
      wall: after.wall - before.wall, cpu: cpu, nsPerUpdate: cpu * 1e9 / Double(max(1, statistics.updates)),
      residentKB: ProcessUsage.residentKilobytes)
    model.stop()
    pump.cancel()
    await connection.stop()
    return result
  }

  private func linkChanged(to link: LinkState) {
    switch link {
    case .live, .late: wasLive = true
    case .connecting: break
    case .reconnecting, .suspended, .refused: if wasLive { isOver.finish() }
    }
  }
}
