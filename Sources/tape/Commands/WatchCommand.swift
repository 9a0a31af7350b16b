import Foundation
import TapeData
import TapeDomain
import TapeExchange
import TapeTUI
import TapeWebSocket

/// `tape` and `tape demo`: watch on the full screen or in lines, or print once where there is no terminal.
struct WatchCommand {
  private(set) var options: Options

  /// The words of the command line, for when the settings are read again.
  let arguments: [String]

  init(options: Options, arguments: [String] = []) {
    self.options = options
    self.arguments = arguments
    let hasTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
    self.options.hasKeys =
      hasTerminal && !options.once && !options.plain
      && NcursesTerminal.canMoveCursor(name: name, color: options.color)
  }

  func run() async throws -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    var command = self
    if options.hasKeys {
      await command.options.followLastShown(environment)
      await command.options.noteListed(environment)
    } else {
      try await command.options.takeSymbols(environment)
    }
    return try await command.watch(environment)
  }

  private func watch(_ environment: [String: String]) async throws -> Int32 {
    let started = TimeSource.machine.now
    let script = try DemoScript.script(for: options)
    let log = if let path = options.logFile { try LinkLog(path: path) } else { LinkLog() }
    let hasTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    // A script wants an audience, be it the reader of a pipe.
    if options.once || !(hasTerminal || options.plain || script != nil) {
      let pipeline = try await LivePipeline.start(options, environment: environment, log: log, time: .machine)
      let printer = OncePrinter(
        watchlist: pipeline.watchlist, watch: pipeline.watch, time: pipeline.time,
        source: pipeline.source.label,
        options: options, characters: CharacterSet(environment: environment, ascii: options.ascii))
      let result = try await printer.run()
      await finish(pipeline, batches: result.batches, started: started)
      return result.status
    }
    return try await watch(environment: environment, log: log, started: started, script: script)
  }

  @MainActor
  private func watch(
    environment: [String: String], log: LinkLog, started: Instant, script: DemoScript?
  ) async throws -> Int32 {
    let announcer = Announcer()
    let pipeline = try await LivePipeline.start(
      options, environment: environment, log: log, time: .machine, announce: { announcer.say($0) })
    let director = pipeline.exchange.map { DemoDirector(exchange: $0, time: .machine) }
    if let script { try await director?.check(script, named: options.scriptFile ?? "tour") }
    let terminal = try openTerminal(environment)
    let characters = CharacterSet(environment: environment, ascii: options.ascii)
    let links = pipeline.links
    let tokens = pipeline.source.tokens
    let model = WatchlistViewModel(
      listName: pipeline.source.listName, source: pipeline.source.label, watchlist: pipeline.watchlist,
      watch: pipeline.watch, time: .machine, tick: options.tick,
      locale: EnvironmentLocale.locale(environment),
      isUnicode: terminal?.traits.isUnicode ?? characters.isUnicode, hasKeys: terminal != nil,
      retryLink: {
        await tokens?.renew()
        for each in links.all { await each.link.retry() }
      })
    let hasScreen = terminal != nil
    let listTrouble = terminal == nil ? nil : await openLists(model, pipeline, environment)
    announcer.connect { sentence in
      log.write(sentence)
      if hasScreen { Task { @MainActor in model.say(sentence) } } else { StandardError.say(sentence) }
    }
    var saveFlight: (@Sendable () async -> String)?
    if let recorder = pipeline.recorder {
      let saver = FlightSaver(
        recorder: recorder, folder: StateFolder(environment: environment), time: .machine)
      saveFlight = { await saver.save() }
    }
    let play = Task {
      guard let script else { return }
      await director?.play(script) {
        model.say($0)
      } objection: {
        if hasScreen { model.say($0) } else { StandardError.say($0) }
      }
    }
    defer { play.cancel() }
    guard let terminal else {
      await PlainPrinter(options: options, characters: characters).run(model)
      return ExitStatus.fine
    }
    let screen = WatchlistScreen(
      model: model, terminal: terminal, time: .machine, zone: .local,
      options: options.screen.renderer, usesMouse: options.mouse, demo: director?.controls,
      saveFlight: saveFlight, reload: reload,
      suspendLink: { for each in links.all { await each.link.suspend() } },
      resumeLink: { for each in links.all { await each.link.resume() } })
    if let notice = terminal.notice {
      log.write(notice)
      model.say(notice)
    }
    if let listTrouble { model.say(listTrouble) }
    let ending = await screen.run()
    terminal.leave()
    await model.closeLists()
    await model.closeKeeping()
    await finish(pipeline, batches: model.batchCount, started: started)
    switch ending {
    case .quit: return ExitStatus.fine
    case .hangup: ProcessExit.hangUp()
    case .signal(let number): ProcessExit.die(bySignal: number)
    }
  }

  /// Gives the screen the user's lists; says why not where they cannot be read.
  @MainActor
  private func openLists(
    _ model: WatchlistViewModel, _ pipeline: LivePipeline, _ environment: [String: String]
  ) async -> String? {
    do throws(StartError) {
      let repository = SQLiteListsRepository(
        path: try UserFolders(environment: environment).lists(), time: .machine)
      let opening = ListsOpening(
        options: options, repository: repository, source: pipeline.source, search: pipeline.finder,
        serverList: options.symbols.isEmpty ? pipeline.serverList(repository) : nil)
      let (setup, trouble) = await opening.setup()
      model.openLists(setup)
      if pipeline.exchange == nil { model.keepQuotes(await pipeline.keeping(environment, options)) }
      return trouble
    } catch {
      return error.sentence
    }
  }

  /// The full screen; nil when lines were asked for, or are all that the terminal can do.
  @MainActor
  private func openTerminal(_ environment: [String: String]) throws(TerminalError) -> NcursesTerminal? {
    if options.plain { return nil }
    do {
      return try NcursesTerminal.open(
        options: TerminalOptions(
          color: options.color, ascii: options.ascii, mouse: options.mouse, cursor: options.calm,
          prices: options.prices, environment: environment))
    } catch .cannotMoveCursor, .notATerminal {
      return nil
    }
  }

  private func finish(_ pipeline: LivePipeline, batches: Int, started: Instant) async {
    if options.stats {
      let statistics = await pipeline.links.statistics()
      StandardError.say(StatsLine.text(statistics, batches: batches, started: started))
    }
    await pipeline.stop()
  }
}
