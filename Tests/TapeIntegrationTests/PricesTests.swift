import TapeData
import TapeDomain
import Testing

@testable import TapeExchange

extension LiveTests {
  /// What is shown when nothing goes wrong.
  @Suite struct Prices {
    @Test("Every symbol of the list is live with the exchange's own price")
    func firstPrices() async throws {
      try await LiveRig.run(.init(rate: 0)) { rig in
        #expect(rig.symbols.count == ExchangeConfiguration.namedSymbolCount)
        await rig.expectTruth(within: .seconds(1))
      }
    }

    @Test("Five thousand updates a second are shown four times a second, and the last of each is what stays")
    func fastMarket() async throws {
      try await LiveRig.run(.init(rate: 5_000, takesEveryUpdate: true)) { rig in
        let before = await rig.viewer.shown.batches.withChanges
        await rig.viewer.watch(for: .seconds(3))
        let batches = await rig.viewer.shown.batches.withChanges - before
        #expect((8...13).contains(batches))
        #expect(await rig.repository.statistics().updates > 5_000)
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(2))
        let statistics = await rig.repository.statistics()
        #expect(statistics.gaps == 0)
        #expect(statistics.malformed == 0)
      }
    }

    @Test("A burst of prices in a market that stands still ends with the last one of each symbol")
    func burstOfPrices() async throws {
      try await LiveRig.run(.init(rate: 0)) { rig in
        for round in 1...20 {
          for (index, symbol) in rig.symbols.enumerated() {
            await rig.exchange.apply(.price(symbol, 1_000 * (index + 1) + round))
          }
        }
        await rig.expectTruth(within: .seconds(2))
        let first = try #require(rig.symbols.first)
        #expect(await rig.viewer.shown.rows[first]?.quote?.last?.minorUnits == 1_020)
      }
    }

    @Test("A session that halts, closes and opens is shown, and such a row is as live as any")
    func sessions() async throws {
      try await LiveRig.run { rig in
        let acme = try #require(Symbol("ACME"))
        await rig.exchange.apply(.halt(acme))
        await rig.expectShown("halted", within: .seconds(1)) { $0.liveSession(of: acme) == .halted }
        await rig.exchange.apply(.halt(acme))
        await rig.expectShown("open", within: .seconds(1)) { $0.liveSession(of: acme) == .open }
        await rig.exchange.apply(.close(exchange: "XETR"))
        await rig.expectShown("closed", within: .seconds(1)) { $0.liveSession(of: acme) == .closed }
        await rig.exchange.apply(.open(exchange: "XETR"))
        await rig.expectShown("open", within: .seconds(1)) { $0.liveSession(of: acme) == .open }
        #expect(await rig.repository.statistics().resyncs == 0)
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(1))
      }
    }
  }
}
