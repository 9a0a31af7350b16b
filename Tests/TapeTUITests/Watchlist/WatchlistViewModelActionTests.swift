import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor @Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelActionTests {
  @Test("A message of the source is cleaned, shown, and gone with the next key")
  func notice() async throws {
    let stage = try await WatchlistStage.started(rows: 3, visible: 3)
    stage.quotes.send(QuoteBatch(changes: [:], feed: .live, notice: "Server\u{1B}[2J goes\ndown."))
    await stage.batches(1)
    #expect(stage.state.message == "Server[2J goes down.")
    stage.quotes.send(QuoteBatch(changes: [:], feed: .live))
    await stage.batches(2)
    #expect(stage.state.message != nil)
    stage.model.perform(.selectNext)
    #expect(stage.state.message == nil)
  }

  @Test("What the program has to say is cleaned, shown, and gone with the next key")
  func say() async throws {
    let stage = try await WatchlistStage.started(rows: 3, visible: 3)
    var changes = 0
    stage.model.onChange = { changes += 1 }
    stage.model.say("Drawing as for\u{1B} \"xterm\".")
    #expect(stage.state.message == "Drawing as for \"xterm\".")
    #expect(changes == 1)
    stage.model.perform(.selectNext)
    #expect(stage.state.message == nil)
  }

  @Test("The selected row is said as a sentence, with its age on the server's clock when it is stale")
  func describe() async throws {
    let stage = try await WatchlistStage.started(rows: 2, visible: 2)
    let symbol = try QuoteSamples.symbol("S0")
    stage.quotes.send([QuoteSamples.live(symbol, 18_240, previousClose: 18_010)])
    await stage.batches(1)
    stage.model.perform(.describeRow)
    #expect(stage.state.message == "Name 0, 182 euros 40, up 1.3 percent")
    let clock = ServerClock(time: QuoteSamples.time, instant: stage.clock.now)
    stage.quotes.send(
      QuoteBatch(changes: [symbol: QuoteSamples.stale(symbol, 18_240)], feed: .live, clock: clock))
    await stage.batches(2)
    stage.clock.advance(by: .seconds(3))
    stage.clock.jumpWall(by: .seconds(86_400))
    stage.model.perform(.describeRow)
    #expect(stage.state.message == "Name 0, 182 euros 40, may be out of date, 3 seconds old")
    stage.model.perform(.dismiss)
    #expect(stage.state.message == nil)
  }

  @Test("The sentence of the selected row is drawn as the row is at that moment")
  func describedRowGoesOn() async throws {
    let stage = try await WatchlistStage.started(rows: 2, visible: 2)
    let symbol = try QuoteSamples.symbol("S0")
    let clock = ServerClock(time: QuoteSamples.time, instant: stage.clock.now)
    stage.quotes.send(
      QuoteBatch(changes: [symbol: QuoteSamples.live(symbol, 18_240)], feed: .live, clock: clock))
    await stage.batches(1)
    stage.model.perform(.describeRow)
    stage.quotes.send(QuoteBatch(changes: [symbol: QuoteSamples.stale(symbol, 18_250)], feed: .live))
    await stage.batches(2)
    func line() throws -> String {
      let moment = WatchlistRenderer.Moment(now: stage.clock.now, wall: stage.clock.source.wall)
      let canvas = try Fixture.renderer().canvas(
        for: stage.state, at: moment, size: TerminalSize(columns: 80, rows: 12))
      return canvas.rows.map { $0.map(\.text).joined() }.first { $0.contains("euros") } ?? ""
    }
    #expect(try line().contains("182 euros 50, may be out of date, 0 seconds old"))
    stage.clock.advance(by: .seconds(3))
    #expect(try line().contains("182 euros 50, may be out of date, 3 seconds old"))
    stage.model.perform(.dismiss)
    #expect(try line().isEmpty)
  }

  @Test("After a step back on a tape no price has moved from the later one")
  func stepBack() async throws {
    let stage = try await WatchlistStage.started(rows: 1, visible: 1)
    let symbol = try QuoteSamples.symbol("S0")
    func place(_ seconds: Int) -> ReplayState {
      ReplayState(
        time: Timestamp(seconds: Int64(seconds)), dataTime: Timestamp(seconds: Int64(seconds)),
        position: .seconds(seconds), permille: 0, speed: "1x", isPaused: true, isAtEnd: false)
    }
    stage.model.show(place(1))
    stage.quotes.send([QuoteSamples.live(symbol, 18_240)])
    await stage.batches(1)
    stage.model.show(place(2))
    stage.quotes.send([QuoteSamples.live(symbol, 18_250)])
    await stage.batches(2)
    #expect(stage.state.rows[0].direction == .up)
    stage.model.show(place(1))
    stage.quotes.send([QuoteSamples.live(symbol, 18_240)])
    await stage.batches(3)
    #expect(stage.state.rows[0].direction == nil && stage.state.rows[0].flash == nil)
  }

  @Test("The help is shown and closed; behind it the selection rests")
  func help() async throws {
    let stage = try await WatchlistStage.started(rows: 3, visible: 3)
    stage.model.perform(.toggleHelp)
    #expect(stage.state.isHelpShown)
    stage.model.perform(.selectNext)
    #expect(stage.state.selection == 0)
    stage.model.perform(.dismiss)
    #expect(!stage.state.isHelpShown)
  }

  @Test("Every key tells the screen at once, quitting excepted")
  func tells() async throws {
    let stage = try await WatchlistStage.started(rows: 30, visible: 3)
    let actions: [WatchlistAction] = [
      .selectNext, .selectPrevious, .pageDown, .pageUp, .selectLast, .selectFirst, .retry, .toggleHelp,
      .dismiss,
      .describeRow, .quit,
    ]
    var changes = 0
    stage.model.onChange = { changes += 1 }
    for action in actions { stage.model.perform(action) }
    #expect(changes == actions.count - 1)
  }
}
