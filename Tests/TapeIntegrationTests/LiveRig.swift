import Foundation
import TapeData
import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeExchange

/// A running exchange and everything of the program below the screen, joined as the program joins them.
struct LiveRig: Sendable {
  /// What a rig is started with.
  struct Options: Sendable {
    /// Updates a second of the market.
    var rate = 500
    /// What the market's stream follows from.
    var seed: UInt64 = 1
    /// How many updates a second of each symbol are asked for; as many as there are, or what one tick needs.
    var takesEveryUpdate = false
    /// Whether the exchange wants a token, which is renewed whenever it is asked for.
    var needsToken = false
    /// The factor of the delays before a reconnect per mille; the least makes tests short.
    var jitter = 500
  }

  /// The smallest time between two batches.
  static let tick = Duration.milliseconds(250)

  let exchange: DemoExchange
  let repository: LiveQuotesRepository
  let watch: ThrottledWatchQuotesUseCase
  /// Every listed symbol, as the exchange's list names them.
  let symbols: [Symbol]
  /// Watches all of them.
  let viewer: Viewer

  private let thread: SocketThread
  private let connection: QuoteSocketConnection
  private let pump: Task<Void, Never>

  /// Starts a rig, lets `body` use it once every price is live, stops it, and holds it to what its oracle found.
  static func run(
    _ options: Options = Options(), at location: SourceLocation = #_sourceLocation,
    _ body: (LiveRig) async throws -> Void
  ) async throws {
    let rig = try await LiveRig(options)
    let isLive = await rig.viewer.wait(within: .seconds(5)) { $0.isAllLive }
    #expect(isLive != nil, "every price is live within 5 s", sourceLocation: location)
    let result: Result<Void, any Error>
    do { result = .success(try await body(rig)) } catch { result = .failure(error) }
    #expect(await rig.viewer.shown.oracle.violations == [], sourceLocation: location)
    await rig.stop()
    try result.get()
  }

  private init(_ options: Options) async throws {
    let time = TimeSource.system {
      Timestamp(nanoseconds: Int64(Date().timeIntervalSince1970 * 1_000_000) * 1_000)
    }
    thread = try SocketThread()
    var configuration = ExchangeConfiguration()
    configuration.rate = options.rate
    configuration.seed = options.seed
    configuration.token = options.needsToken ? "not given to anybody" : nil
    exchange = DemoExchange(configuration: configuration, time: time, thread: thread)
    let address = try ServerAddress(await exchange.start())
    let tokens = options.needsToken ? RenewingTokens(exchange: exchange) : nil
    symbols = try await RemoteWatchlistRepository(
      server: address, http: HTTPClient(), tokens: tokens, wall: { time.wall }, log: { _ in }
    ).instruments().map(\.symbol)
    connection = QuoteSocketConnection(
      url: address.quotes, connector: SocketConnector(thread: thread), dialect: TapeDialect(), tokens: tokens,
      time: time, jitter: { options.jitter })
    repository = LiveQuotesRepository(
      socket: connection, time: time, maxRate: options.takesEveryUpdate ? 1_000_000 : 4)
    pump = Task { [repository] in await repository.run() }
    await connection.start()
    watch = ThrottledWatchQuotesUseCase(quotes: repository, time: time, tick: Self.tick)
    viewer = await Viewer(watch, Set(symbols), tick: Self.tick)
  }

  private func stop() async {
    await viewer.stop()
    pump.cancel()
    await connection.stop()
    await exchange.stop()
    thread.stop()
  }
}
