import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor
@Suite(.timeLimit(.minutes(4))) struct WatchlistScreenTests {
  @Test("A hundred prices a second make four frames a second, and the newest one is shown")
  func storm() async throws {
    let stage = try ScreenStage()
    try await stage.run {
      var last: (canvas: Int, at: Instant) = (stage.terminal.canvases.count, stage.clock.now)
      var gaps: [Duration] = []
      for number in 1...200 {
        try await stage.price(10_000 + number)
        await stage.settle()
        if stage.terminal.canvases.count > last.canvas {
          #expect(stage.terminal.canvases.count == last.canvas + 1)
          gaps.append(stage.clock.now - last.at)
          last = (stage.terminal.canvases.count, stage.clock.now)
        }
        stage.clock.advance(by: .milliseconds(10))
      }
      #expect(gaps.dropFirst().allSatisfy { $0 >= .milliseconds(250) })
      #expect((7...9).contains(gaps.count))
      stage.clock.advance(by: .milliseconds(250))
      try await stage.until { stage.terminal.canvases.last?.text.contains("102.00") ?? false }
    }
  }

  @Test(
    "A price that comes when a flash ends shares its frame, and one that comes after it does not wait for it")
  func flashEnd() async throws {
    let stage = try ScreenStage()
    try await stage.run {
      try await stage.price(10_000)
      stage.clock.advance(by: .seconds(5))
      try await stage.price(10_100)
      await stage.settle()
      var before = stage.terminal.canvases.count
      // The flash is a tick old, and a few milliseconds later a price comes.
      stage.clock.advance(by: .milliseconds(252))
      await stage.settle()
      #expect(stage.terminal.canvases.count == before)
      try await stage.price(10_200, of: 1)
      await stage.settle()
      #expect(stage.terminal.canvases.count == before + 1)
      #expect(stage.terminal.canvases.last?.text.contains("102.00") ?? false)
      // The flash ends for good, in a frame of its own; the price after it is drawn when it comes.
      stage.clock.advance(by: .milliseconds(300))
      await stage.settle()
      #expect(stage.terminal.canvases.count == before + 2)
      before = stage.terminal.canvases.count
      try await stage.price(10_300, of: 1)
      await stage.settle()
      #expect(stage.terminal.canvases.count == before + 1)
      #expect(stage.terminal.canvases.last?.text.contains("103.00") ?? false)
    }
  }

  @Test("The first price after a quiet spell is drawn at once")
  func first() async throws {
    let stage = try ScreenStage()
    try await stage.run {
      stage.clock.advance(by: .seconds(5))
      try await stage.price(18_245)
      #expect(stage.terminal.canvases.last?.text.contains("182.45") ?? false)
    }
  }

  @Test("Keys that arrive together are drawn once, at once")
  func keys() async throws {
    let stage = try ScreenStage()
    try await stage.run {
      try await stage.price(18_245)
      await stage.settle()
      let before = stage.terminal.canvases.count
      stage.terminal.send(.keys([.down, .character("j")]))
      try await stage.until { stage.terminal.canvases.count > before }
      await stage.settle()
      #expect(stage.terminal.canvases.count == before + 1)
      #expect(stage.terminal.canvases.last?.cursor == Canvas.Position(row: 5, column: 0))
    }
  }

  @Test("Nothing is drawn, and nobody wakes, when nothing on the screen changes")
  func quiet() async throws {
    let stage = try ScreenStage()
    try await stage.run {
      try await stage.price(18_245)
      stage.clock.advance(by: .milliseconds(250))
      try await stage.until { stage.terminal.canvases.last?.text.contains("182.45") ?? false }
      let before = stage.terminal.calls.count
      for second in 0..<5 {
        let time = ServerClock(time: Timestamp(seconds: Int64(second)), instant: stage.clock.now)
        try await stage.batch(QuoteBatch(changes: [:], feed: .live, clock: time))
        stage.clock.advance(by: .seconds(1))
      }
      stage.terminal.send(.keys([.function(9)]))
      await stage.settle()
      #expect(stage.terminal.calls.count == before)
      #expect(stage.clock.sleeperCount == 0)
    }
  }

  @Test("The age of a stale price grows once a second")
  func ages() async throws {
    let stage = try ScreenStage()
    try await stage.run {
      try await stage.price(18_245)
      let since = stage.clock.source.wall
      try await stage.price(18_245, freshness: .stale(since: since))
      stage.clock.advance(by: .milliseconds(250))
      try await stage.until { stage.terminal.canvases.last?.text.contains("0s ago") ?? false }
      for second in 1...5 {
        let before = stage.terminal.canvases.count
        await stage.clock.sleepers()
        stage.clock.advance(by: .milliseconds(second == 1 ? 750 : 1_000))
        try await stage.until { stage.terminal.canvases.last?.text.contains("\(second)s ago") ?? false }
        #expect(stage.terminal.canvases.count == before + 1)
      }
    }
  }

  @Test("A slow tick does not delay what says that prices may be out of date")
  func urgent() async throws {
    let stage = try ScreenStage(tick: .seconds(2))
    try await stage.run {
      try await stage.price(18_245)
      await stage.settle()
      stage.clock.advance(by: .milliseconds(10))
      try await stage.price(18_300)
      await stage.settle()
      #expect(!(stage.terminal.canvases.last?.text.contains("183.00") ?? true))
      try await stage.price(18_300, freshness: .stale(since: stage.clock.source.wall))
      stage.clock.advance(by: .milliseconds(240))
      try await stage.until { stage.terminal.canvases.last?.text.contains("s ago") ?? false }
    }
  }

  @Test("A resize is drawn at once and whole, also to the same size")
  func resize() async throws {
    let stage = try ScreenStage(symbols: 50)
    try await stage.run {
      for size in [TerminalSize(columns: 120, rows: 40), TerminalSize(columns: 120, rows: 40)] {
        let before = stage.terminal.calls.count
        stage.terminal.size = size
        stage.terminal.send(.resized(size))
        try await stage.until { stage.terminal.calls.count >= before + 2 }
        #expect(stage.terminal.calls[before] == .invalidate)
        #expect(stage.terminal.canvases.last?.size == size)
        #expect(stage.model.viewState.visibleCount == 35)
      }
    }
  }

  @Test("Ctrl-Z closes the link first, and fg comes back without an old price that looks live")
  func suspend() async throws {
    let stage = try ScreenStage()
    try await stage.run {
      try await stage.price(18_245)
      await stage.settle()
      let before = stage.terminal.calls.count
      stage.terminal.send(.suspendRequested)
      try await stage.until { stage.terminal.calls.count >= before + 3 }
      let calls = stage.terminal.calls[before...]
      #expect(calls.prefix(2) == [.stop, .invalidate])
      #expect(stage.terminal.canvases.last?.text.contains("SUSPENDED") ?? false)
    }
  }

  @Test(
    "The screen says why it ended",
    arguments: [
      (TerminalEvent.keys([.character("q")]), ScreenExit.quit), (.terminated(signal: 15), .signal(15)),
      (.hangup, .hangup),
    ])
  func ends(event: TerminalEvent, exit: ScreenExit) async throws {
    let stage = try ScreenStage()
    stage.terminal.send(event)
    #expect(await stage.screen.run() == exit)
    #expect(stage.model.onChange == nil)
    #expect(stage.clock.sleeperCount == 0)
  }
}
