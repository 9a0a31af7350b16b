import Foundation
import TapeData
import TapeDomain
import TapeTUI

/// `tape replay`: plays a tape on the screen, or judges it without one.
struct ReplayCommand {
  let options: Options

  func run() async throws -> Int32 {
    let path = options.tapeFile ?? ""
    if options.check { return try await CheckCommand(options: options, path: path).run() }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw StartError(
        sentence:
          "A replay needs a terminal. Without one, 'tape replay --check FILE' plays and judges a tape.")
    }
    return try await play(path)
  }

  @MainActor
  private func play(_ path: String) async throws -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    let deck = ReplayDeck()
    let screenNews = AsyncStream.makeStream(of: News.self, bufferingPolicy: .bufferingNewest(64))
    let player: ReplayThread
    do {
      player = try ReplayThread(
        path: path, options: options, time: .machine, deck: deck,
        show: { screenNews.continuation.yield(.place($0)) },
        say: { screenNews.continuation.yield(.words($0)) })
    } catch {
      throw StartError(sentence: error.sentence)
    }
    let terminal = try NcursesTerminal.open(
      options: TerminalOptions(
        color: options.color, ascii: options.ascii, mouse: options.mouse, cursor: options.calm,
        prices: options.prices, environment: environment))
    let model = WatchlistViewModel(
      listName: URL(fileURLWithPath: path).lastPathComponent,
      source: SourceLabel(word: "", quality: "", isSimulated: false), watchlist: deck, watch: deck,
      time: .machine, tick: options.tick, locale: EnvironmentLocale.locale(environment),
      isUnicode: terminal.traits.isUnicode, retryLink: {})
    model.show(player.place)
    let news = Task {
      for await news in screenNews.stream {
        switch news {
        case .place(let place): model.show(place)
        case .words(let words): model.say(words)
        }
      }
    }
    let screen = WatchlistScreen(
      model: model, terminal: terminal, time: .machine, zone: .local,
      options: options.screen.renderer,
      usesMouse: options.mouse, replay: { deck.ask(.command($0)) },
      suspendLink: { deck.ask(.pause) }, resumeLink: {})
    let thread = Thread { player.run() }
    thread.name = "tape-replay"
    thread.start()
    let ending = await screen.run()
    terminal.leave()
    deck.ask(.stop)
    news.cancel()
    switch ending {
    case .quit: return ExitStatus.fine
    case .hangup: ProcessExit.hangUp()
    case .signal(let number): ProcessExit.die(bySignal: number)
    }
  }

  /// What the thread of the tape tells the screen.
  private enum News: Sendable {
    case place(ReplayState)
    case words(String)
  }
}
