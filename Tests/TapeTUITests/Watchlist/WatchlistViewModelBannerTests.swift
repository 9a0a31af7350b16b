import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor @Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelBannerTests {
  @Test("The banner comes two seconds after the link was declared down, without a batch, and goes with it")
  func banner() async throws {
    let stage = try await WatchlistStage.started(rows: 1, visible: 1)
    let since = stage.clock.now
    stage.clock.advance(by: .milliseconds(500))
    stage.quotes.send([], feed: QuoteSamples.reconnecting(since: since))
    await stage.batches(1)
    #expect(stage.state.link == .reconnecting)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(1499))
    #expect(stage.clock.sleeperCount == 1)
    #expect(stage.state.banner == nil)
    stage.clock.advance(by: .milliseconds(1))
    await stage.until { $0.banner != nil }
    #expect(stage.state.banner?.text == "Reconnecting. Prices may be out of date.")
    stage.quotes.send([], feed: QuoteSamples.reconnecting(since: since, attempt: 2))
    await stage.batches(2)
    #expect(stage.state.banner?.attempt == 2)
    stage.quotes.send([], feed: .live)
    await stage.batches(3)
    #expect(stage.state.banner == nil)
  }

  @Test("A blip shows no banner, then or later")
  func blip() async throws {
    let stage = try await WatchlistStage.started(rows: 1, visible: 1)
    stage.quotes.send([], feed: QuoteSamples.reconnecting(since: stage.clock.now))
    await stage.batches(1)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(1999))
    stage.quotes.send([], feed: .live)
    await stage.batches(2)
    #expect(stage.clock.sleeperCount == 0)
    stage.clock.advance(by: .seconds(10))
    #expect(stage.state.banner == nil)
  }

  @Test("A refusal is shown at once")
  func refused() async throws {
    let stage = try await WatchlistStage.started(rows: 1, visible: 1)
    stage.quotes.send([], feed: .refused(reason: "Token refused by the server."))
    await stage.batches(1)
    #expect(stage.state.banner?.text == "Token refused by the server.")
    #expect(stage.state.link == .refused)
  }
}
