import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor
@Suite(.timeLimit(.minutes(4))) struct CalmScreenTests {
  private func stage() throws -> ScreenStage {
    try ScreenStage(tick: .seconds(2), options: WatchlistRenderer.Options(isCalm: true))
  }

  @Test("A calm screen draws once in two seconds, also when single prices turn stale")
  func pace() async throws {
    let stage = try stage()
    try await stage.run {
      try await stage.price(100_00)
      await stage.settle()
      stage.clock.advance(by: .milliseconds(10))
      try await stage.price(101_00)
      await stage.settle()
      let before = stage.terminal.canvases.count
      for step in 1...9 {
        stage.clock.advance(by: .milliseconds(200))
        let freshness = step == 5 ? Freshness.stale(since: stage.clock.source.wall) : .live
        try await stage.price(101_00 + step, freshness: freshness)
        await stage.settle()
      }
      #expect(stage.terminal.canvases.count == before)
      stage.clock.advance(by: .milliseconds(200))
      try await stage.until { stage.terminal.canvases.last?.text.contains("101.09") ?? false }
      #expect(stage.terminal.canvases.count == before + 1)
    }
  }

  @Test("That the link is down, and live again, does not wait")
  func urgent() async throws {
    let stage = try stage()
    try await stage.run {
      try await stage.price(100_00)
      await stage.settle()
      stage.clock.advance(by: .milliseconds(300))
      let down = FeedStatus.reconnecting(attempt: 1, retryAt: nil, since: stage.clock.now, reason: "Gone.")
      try await stage.batch(QuoteBatch(changes: [:], feed: down))
      try await stage.until { stage.terminal.canvases.last?.text.contains("RECONNECTING") ?? false }
      stage.clock.advance(by: .milliseconds(300))
      try await stage.batch(QuoteBatch(changes: [:], feed: .live))
      try await stage.until { stage.terminal.canvases.last?.text.contains("LIVE") ?? false }
    }
  }
}
