import TapeDomain
import Testing

@testable import TapeExchange

extension LiveTests {
  /// What is shown while the link is bad, and after it.
  @Suite struct BrokenLink {
    @Test("A dropped connection is made again, and all is true within two seconds")
    func drop() async throws {
      // The longest delay: a link that is back within a tick shows nothing.
      try await LiveRig.run(.init(jitter: 1_500)) { rig in
        await rig.exchange.apply(.drop)
        await rig.expectShown("all stale", within: .milliseconds(500)) { $0.isAllStale && $0.isReconnecting }
        await rig.expectShown("live again", within: .seconds(2)) { $0.isAllLive && $0.connections == 2 }
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(1))
      }
    }

    @Test("An exchange that takes nobody for a while is tried again until it does")
    func refusedConnections() async throws {
      try await LiveRig.run { rig in
        await rig.exchange.apply(.refuse(.milliseconds(1_200)))
        await rig.exchange.apply(.drop)
        await rig.expectShown("live again", within: .seconds(4)) { $0.isAllLive && $0.connections == 2 }
        let statuses = await rig.viewer.shown.statuses
        #expect(statuses.contains { if case .reconnecting(2..., _, _, _) = $0 { true } else { false } })
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(1))
      }
    }

    @Test("An expired token is read again and the new one used at once")
    func expiredToken() async throws {
      try await LiveRig.run(.init(needsToken: true)) { rig in
        await rig.exchange.apply(.expireToken)
        await rig.expectShown("live again", within: .seconds(1)) { $0.isAllLive && $0.connections == 2 }
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(1))
      }
    }

    @Test(
      "A feed that says nothing makes every row stale in three seconds, also when its socket answers",
      arguments: [ExchangeFault.silence(.seconds(4)), .mute(.seconds(4))])
    func silence(_ fault: ExchangeFault) async throws {
      try await LiveRig.run { rig in
        await rig.exchange.apply(fault)
        let time = await rig.expectShown("all stale and said so", within: .milliseconds(3_500)) {
          $0.isAllStale && $0.isReconnecting
        }
        #expect(time > .milliseconds(2_800))
        // The fault goes on for a second, then the next heartbeat or the first snapshot comes.
        await rig.expectShown("live again", within: .seconds(3)) { $0.isAllLive && $0.feed == .live }
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(1))
      }
    }

    @Test(
      "While messages come four seconds late the link is late and no row is live, although they are shown")
    func late() async throws {
      try await LiveRig.run { rig in
        let acme = try #require(Symbol("ACME"))
        // In two steps, since a hole of more than three seconds would be silence.
        let first = try #require(await rig.exchange.truth(of: acme)?.sequences.last)
        await rig.exchange.apply(.late(.milliseconds(1_500), lasting: nil))
        await rig.expectShown("a first late one", within: .seconds(3)) { $0.sequence(of: acme) > first }
        let second = try #require(await rig.exchange.truth(of: acme)?.sequences.last)
        await rig.exchange.apply(.late(.seconds(4), lasting: nil))
        await rig.expectShown("late", within: .seconds(5)) { $0.isLate && $0.isAllStale }
        await rig.expectShown("prices while late", within: .seconds(5)) {
          $0.isLate && $0.isAllStale && $0.sequence(of: acme) > second
        }
        await rig.exchange.apply(.late(.zero, lasting: nil))
        await rig.expectShown("in time again", within: .seconds(2)) { $0.isAllLive && $0.feed == .live }
        #expect(await rig.viewer.shown.reconnectingCount == 0)
        #expect(await rig.viewer.shown.connections == 1)
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(1))
      }
    }
  }
}
