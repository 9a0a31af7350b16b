import TapeDomain
import TapeOracle
import Testing

@testable import TapeExchange

extension LiveTests {
  /// Faults in an order that nobody thought of.
  @Suite struct GeneratedSessions {
    private static let seeds: [UInt64] = [7, 20_261_130]

    @Test("Whatever goes wrong in whatever order, no price is wrong, and at the end all are live and true")
    func sessions() async throws {
      // Side by side: most of their time is waiting.
      try await withThrowingTaskGroup { group in
        for seed in Self.seeds {
          group.addTask { try await Self.session(seed: seed) }
        }
        try await group.waitForAll()
      }
    }

    private static func session(seed: UInt64) async throws {
      try await LiveRig.run(.init(seed: seed)) { rig in
        let script = FaultScript(seed: seed, count: 12, symbols: rig.symbols, venues: LiveRig.venues)
        #expect(script.steps.count == 12)
        for step in script.steps {
          for fault in step.faults { await rig.exchange.apply(fault) }
          await rig.viewer.watch(for: step.pause)
        }
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(10))
      }
    }
  }
}
