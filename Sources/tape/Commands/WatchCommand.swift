import Foundation
import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// `tape`: watches on the full screen, or prints once where there is no terminal.
struct WatchCommand {
  let options: Options

  func run() async throws -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    let started = TimeSource.machine.now
    let log = if let path = options.logFile { try LinkLog(path: path) } else { LinkLog() }
    let hasTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if options.once || !hasTerminal {
      let pipeline = try await LivePipeline.start(options, environment: environment, log: log, time: .machine)
      let printer = OncePrinter(
        watchlist: pipeline.watchlist, watch: pipeline.watch, time: pipeline.time,
        source: pipeline.source.label,
        options: options, characters: CharacterSet(environment: environment, ascii: options.ascii))
      let result = try await printer.run()
      await finish(pipeline, batches: result.batches, started: started)
      return result.status
    }
    return try await watch(environment: environment, log: log, started: started)
  }

  @MainActor
  private func watch(environment: [String: String], log: LinkLog, started: Instant) async throws -> Int32 {
    let pipeline = try await LivePipeline.start(options, environment: environment, log: log, time: .machine)
    let terminal = try NcursesTerminal.open(
      options: TerminalOptions(color: options.color, ascii: options.ascii, environment: environment))
    let connection = pipeline.connection
    let model = WatchlistViewModel(
      listName: pipeline.source.listName, source: pipeline.source.label, watchlist: pipeline.watchlist,
      watch: pipeline.watch, time: .machine, tick: options.tick,
      locale: EnvironmentLocale.locale(environment), isUnicode: terminal.traits.isUnicode,
      retryLink: { await connection.retry() })
    let screen = WatchlistScreen(
      model: model, terminal: terminal, time: .machine, timeZone: .current,
      suspendLink: { await connection.suspend() }, resumeLink: { await connection.resume() })
    if let notice = terminal.notice {
      log.write(notice)
      model.say(notice)
    }
    let ending = await screen.run()
    terminal.leave()
    await finish(pipeline, batches: model.batchCount, started: started)
    switch ending {
    case .quit: return ExitStatus.fine
    case .hangup: ProcessExit.hangUp()
    case .signal(let number): ProcessExit.die(bySignal: number)
    }
  }

  private func finish(_ pipeline: LivePipeline, batches: Int, started: Instant) async {
    if options.stats {
      var statistics = await pipeline.repository.statistics()
      let traffic = await pipeline.connection.traffic()
      statistics.bytesIn = traffic.received
      statistics.bytesOut = traffic.sent
      statistics.reconnects = await pipeline.connection.reconnects
      StandardError.say(StatsLine.text(statistics, batches: batches, started: started))
    }
    await pipeline.stop()
  }
}
