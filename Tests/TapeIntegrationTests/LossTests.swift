import TapeData
import TapeDomain
import Testing

@testable import TapeExchange

extension LiveTests {
  /// What is shown after something was lost, on a link that holds.
  @Suite struct Loss {
    @Test("After a gap the symbol is asked for again and is true within a second")
    func gap() async throws {
      try await LiveRig.run { rig in
        let acme = try #require(Symbol("ACME"))
        await rig.exchange.apply(.gap(acme))
        await rig.expectShown("the gap found", within: .seconds(1)) { _ in
          await rig.repository.statistics().gaps == 1
        }
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(1))
        #expect(await rig.repository.statistics().resyncs == 1)
      }
    }

    @Test("A lost update that no number shows is found by the next heartbeat's count")
    func lostUpdate() async throws {
      try await LiveRig.run(.init(rate: 0)) { rig in
        let acme = try #require(Symbol("ACME"))
        await rig.exchange.apply(.lose(acme))
        let truth = try #require(await rig.exchange.truth(of: acme))
        #expect(await rig.viewer.shown.sequence(of: acme) != truth.sequences.last)
        await rig.expectTruth(within: .milliseconds(1_500))
        #expect(await rig.repository.statistics().resyncs == rig.symbols.count)
      }
    }

    @Test("A resync that the exchange ignores leaves the row stale and is sent again after three seconds")
    func lostResync() async throws {
      try await LiveRig.run { rig in
        let acme = try #require(Symbol("ACME"))
        await rig.exchange.apply(.loseResync)
        await rig.exchange.apply(.gap(acme))
        await rig.expectShown("stale", within: .seconds(1)) { $0.rows[acme]?.isLive == false }
        let time = await rig.expectShown("live again", within: .seconds(4)) { $0.isAllLive }
        #expect(time > .milliseconds(2_500))
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(1))
        #expect(await rig.repository.statistics().resyncs == 2)
      }
    }

    @Test("A frame that can't be read is counted and changes nothing else")
    func malformedFrame() async throws {
      try await LiveRig.run { rig in
        await rig.exchange.apply(.malformed)
        await rig.expectShown("the frame counted", within: .seconds(1)) { _ in
          await rig.repository.statistics().malformed == 1
        }
        // A second heartbeat comes meanwhile: the frame counts as received.
        await rig.viewer.watch(for: .milliseconds(1_200))
        #expect(await rig.repository.statistics().gaps == 0)
        #expect(await rig.viewer.shown.connections == 1)
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(1))
      }
    }
  }
}
