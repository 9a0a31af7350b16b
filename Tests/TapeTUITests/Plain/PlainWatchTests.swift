import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor
@Suite(.timeLimit(.minutes(4))) struct PlainWatchTests {
  @Test("Prices are told when the list is complete and each interval, an outage and its end at once")
  func paces() async throws {
    let stage = try ScreenStage(symbols: 2)
    let out = Lines()
    let watch = PlainWatch(
      model: stage.model, renderer: try renderer(), time: stage.clock.source, interval: .seconds(10)
    ) { out.lines += $0.map { String($0.dropFirst(9)) } }
    let running = Task { await watch.run() }
    try await stage.until { !stage.model.viewState.rows.isEmpty }
    try await stage.price(100_00, of: 0)
    try await stage.price(200_00, of: 1)
    try await stage.until { out.lines.count >= 3 }
    #expect(out.taken() == ["DEMO simulated prices", "S0 100.00 EUR", "S1 200.00 EUR"])

    try await stage.price(101_00, of: 0)
    try await stage.price(102_00, of: 0)
    await stage.settle()
    #expect(out.taken() == [], "prices wait for their round")
    stage.clock.advance(by: .seconds(10))
    try await stage.until { !out.lines.isEmpty }
    #expect(out.taken() == ["S0 102.00 EUR"], "the newest price, and only of what moved")

    let stale = Freshness.stale(since: stage.clock.source.wall)
    let down = FeedStatus.reconnecting(
      attempt: 1, retryAt: nil, since: stage.clock.now - .seconds(3), reason: "The server is silent.")
    try await stage.batch(
      QuoteBatch(
        changes: [
          stage.symbolNamed(0): stage.quote(102_00, 0, stale),
          stage.symbolNamed(1): stage.quote(200_00, 1, stale),
        ], feed: down))
    try await stage.until { !out.lines.isEmpty }
    #expect(out.taken() == ["Prices may be out of date. The server is silent."])
    stage.clock.advance(by: .seconds(20))
    await stage.settle()
    #expect(out.taken() == [], "nothing is told while the link is down")

    try await stage.batch(QuoteBatch(changes: [:], feed: .live))
    await stage.settle()
    #expect(out.taken() == [], "a link without a price proves nothing")
    try await stage.price(103_00, of: 0)
    try await stage.until { !out.lines.isEmpty }
    #expect(out.taken() == ["Prices are live again."])

    running.cancel()
    await running.value
    #expect(stage.model.onChange == nil)
    #expect(stage.clock.sleeperCount == 0)
  }

  private func renderer() throws -> PlainRenderer {
    PlainRenderer(zone: .utc, width: .test, isUnicode: true)
  }

  @MainActor
  private final class Lines {
    var lines: [String] = []

    func taken() -> [String] {
      defer { lines = [] }
      return lines
    }
  }
}
