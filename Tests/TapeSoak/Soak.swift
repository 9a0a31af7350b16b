import Foundation
import TapeData
import TapeDomain
import TapeExchange
import TapeOracle
import TapeWebSocket

/// The program's pipeline against its own exchange, with faults that follow from a seed, beside an oracle.
///
/// Rounds of faults and of calm take turns. In a round of faults every live row is a price of the last 3.5 s; in the calm
/// after it every row is live, and a price of the last moments; at its end the market stands still and all are equal.
actor Soak {
  private static let tick = Duration.milliseconds(250)
  private static let maxRate = 4
  private static let recovery = Duration.seconds(5)
  /// From this lateness of the machine on nothing strict is asked.
  private static let latest = Duration.milliseconds(100)

  private let seed: UInt64
  private let duration: Duration
  private let tape: String
  private let exchange: DemoExchange
  private let thread: SocketThread
  private let time: TimeSource
  private var oracle = TruthOracle(maxRate: maxRate, tick: tick)
  private var injected: [String: Int] = [:]
  private var isCalm = false
  private var rounds = 0
  /// How many looks in calm were not judged strictly, since the machine was too late itself.
  private var excused = 0

  init(seed: UInt64, duration: Duration, tape: String) throws {
    self.seed = seed
    self.duration = duration
    self.tape = tape
    time = TimeSource.system {
      Timestamp(nanoseconds: Int64(Date().timeIntervalSince1970 * 1_000_000) * 1_000)
    }
    thread = try SocketThread()
    var configuration = ExchangeConfiguration()
    configuration.seed = seed
    configuration.rate = 500
    configuration.keepsHistory = true
    exchange = DemoExchange(configuration: configuration, time: time, thread: thread)
  }

  /// Runs, reports, and returns whether everything held.
  func run() async throws -> Bool {
    let url = try await exchange.start()
    print("seed \(seed), exchange on \(url)")
    fflush(nil)
    let address = try ServerAddress(url)
    let recorder = try TapeRecorder(
      source: "tape", dialect: TapeDialect(), file: tape, time: time, say: { print($0) })
    let list = RecordedWatchlistRepository(
      RemoteWatchlistRepository(
        server: address, http: HTTPClient(), tokens: nil, wall: { [time] in time.wall }),
      recorder: recorder)
    let symbols = try await list.instruments().map(\.symbol)
    let connection = QuoteSocketConnection(
      url: address.quotes, connector: SocketConnector(thread: thread), dialect: TapeDialect(), tokens: nil,
      time: time, jitter: { 500 }, recorder: recorder)
    let repository = LiveQuotesRepository(socket: connection, time: time, maxRate: Self.maxRate)
    let pump = Task { await repository.run() }
    await connection.start()
    let screen = Screen(watched: Set(symbols), tick: Self.tick)
    let watch = ThrottledWatchQuotesUseCase(quotes: repository, time: time, tick: Self.tick)
    await screen.start(watch, Set(symbols))
    let canary = Canary(time: time)
    let feeling = Task { await canary.run() }
    let watching = Task { await look(at: screen, canary: canary) }

    try await time.sleep(for: Self.recovery)
    let before = ProcessFigures.now
    let end = time.now + duration
    while time.now < end, oracle.violations.isEmpty {
      try await playFaults(symbols, until: end)
      try await calmDown(screen, symbols)
    }
    let after = ProcessFigures.now
    watching.cancel()
    feeling.cancel()
    await screen.stop()
    pump.cancel()
    await connection.stop()
    await exchange.stop()
    await recorder.stop()
    check(before, after)
    return try await report(screen, before, after)
  }

  /// Looks at the screen at each tick.
  ///
  /// A price passes some timers and threads on its way, each of which may be as late as the canary was; when it was very
  /// late, nothing is known of the last moments, and only the bound that always holds is asked for.
  private func look(at screen: Screen, canary: Canary) async {
    var due = time.now + Self.tick
    while !Task.isCancelled {
      do { try await time.sleep(until: due) } catch { return }
      let isCalm = isCalm
      let rows = await screen.rows
      let now = time.now
      let worst = await canary.worst
      let isJudged = isCalm && worst < Self.latest
      if isCalm, !isJudged { excused += 1 }
      let held = await exchange.prices(since: now - oracle.bound(isCalm: isJudged, lag: worst * 3))
      oracle.look(at: rows, isCalm: isJudged, lag: worst * 3, held: held)
      due = max(due + Self.tick, now)
    }
  }

  private func playFaults(_ symbols: [Symbol], until end: Instant) async throws {
    isCalm = false
    let script = FaultScript(
      seed: seed &+ UInt64(rounds) &* 1_000_003, count: 10, symbols: symbols, venues: Self.venues)
    rounds += 1
    for step in script.steps where time.now < end {
      injected[step.kind, default: 0] += 1
      for fault in step.faults { await exchange.apply(fault) }
      try await time.sleep(for: step.pause)
    }
    try await time.sleep(for: FaultScript.longest)
  }

  /// After five seconds, counted from the next try where the link waits for one, everything is live; then prices are young, and with the market closed they are equal.
  private func calmDown(_ screen: Screen, _ symbols: [Symbol]) async throws {
    for venue in Self.venues { await exchange.apply(.open(exchange: venue)) }
    // Many faults in a row make the delays before a try long, as the protocol has it (rule 7).
    if case .reconnecting(_, let retryAt?, _, _) = await screen.feed, retryAt > time.now {
      try await time.sleep(until: retryAt)
    }
    try await time.sleep(for: Self.recovery)
    let stale = await screen.rows.filter { !$0.value.isLive }.map(\.key).sorted()
    if let first = stale.first {
      oracle.report("\(first) and \(stale.count - 1) more are not live five seconds after the faults ended.")
    }
    isCalm = true
    try await time.sleep(for: .seconds(3))
    isCalm = false
    for venue in Self.venues { await exchange.apply(.close(exchange: venue)) }
    try await time.sleep(for: .seconds(1))
    let exchange = exchange
    for sentence in await TruthOracle.differences(
      screen.rows, symbols, isAlone: false, truth: { await exchange.truth(of: $0) }
    ).prefix(5) {
      oracle.report(sentence)
    }
    for venue in Self.venues { await exchange.apply(.open(exchange: venue)) }
  }

  private static let venues = DemoExchange.venues

  /// Memory, descriptors and threads are flat, but for the last minutes that are kept.
  private func check(_ before: ProcessFigures, _ after: ProcessFigures) {
    if after.residentKilobytes - before.residentKilobytes > 24 << 10 {
      oracle.report("Memory grew from \(before.text) to \(after.text).")
    }
    if after.descriptors > before.descriptors + 2 || after.threads > before.threads + 3 {
      oracle.report("Descriptors or threads grew from \(before.text) to \(after.text).")
    }
  }

  private func report(_ screen: Screen, _ before: ProcessFigures, _ after: ProcessFigures) async throws
    -> Bool
  {
    let batches = await screen.oracle
    let player = try TapePlayer(path: tape, isJudging: true)
    try player.finish()
    let replayed = player.judgement?.violations ?? ["The tape was not judged."]
    let violations =
      oracle.violations + batches.violations + replayed.map { "On the tape: " + $0 }
    let faults = injected.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print(
      """
      ticks \(oracle.ticks), live rows compared \(oracle.rows.strict) strictly and \(oracle.rows.always) within 3.5 s
      batches \(batches.judged.batches), rows in them \(batches.judged.rows), rounds \(rounds)
      faults \(injected.values.reduce(0, +)): \(faults)
      allowed for the machine at most \(oracle.worstLag.wholeMilliseconds) ms, looks excused \(excused)
      at the start \(before.text)
      at the end \(after.text)
      tape \(player.messageCount) messages, rows compared \(player.judgement?.checks ?? 0), \
      digest \(player.judgement?.digest ?? "")
      violations \(violations.count)
      """)
    for sentence in violations.prefix(20) { print("  " + sentence) }
    if violations.isEmpty {
      try? FileManager.default.removeItem(atPath: tape)
    } else {
      print("Repeat it with SEED=\(seed); its tape is \(tape)")
    }
    return violations.isEmpty
  }
}
