import TapeData
import TapeDomain
import Testing

@testable import TapeExchange

extension LiveTests {
  /// Watchers that are slow, and watchers that leave.
  @Suite struct Watchers {
    @Test(
      "A watcher that takes nothing for two seconds of a fast market finds one batch, and no memory grows")
    func slowWatcher() async throws {
      try await LiveRig.run(.init(rate: 20_000, takesEveryUpdate: true)) { rig in
        var slow = rig.watch.watch(Set(rig.symbols)).makeAsyncIterator()
        let first = try #require(await slow.next())
        #expect(first.changes.count == rig.symbols.count)
        let memory = try #require(ResidentMemory.bytes)
        let before = await rig.repository.statistics().updates
        await rig.viewer.watch(for: .seconds(2))
        let updates = await rig.repository.statistics().updates - before
        #expect(updates > 5_000)
        let growth = try #require(ResidentMemory.bytes) - memory
        #expect(growth < 10 << 20)

        let seen = await rig.viewer.shown
        let asked = ContinuousClock.now
        let merged = try #require(await slow.next())
        #expect(ContinuousClock.now - asked < LiveRig.tick / 2, "what waited is there at once")
        #expect(merged.changes.count > 40, "everything that trades changed meanwhile")
        for (symbol, row) in merged.changes {
          let start = first.changes[symbol]?.quote?.sequence ?? 0
          let merged = row.quote?.sequence ?? 0
          #expect(
            merged - start > (seen.sequence(of: symbol) - start) / 2, "\(symbol) is as it was long before")
        }
        let taken = ContinuousClock.now
        _ = await slow.next()
        #expect(ContinuousClock.now - taken > LiveRig.tick / 2, "nothing else waited")
        await rig.stopMarket()
        await rig.expectTruth(within: .seconds(3))
      }
    }

    @Test("A watch that is cancelled releases its symbols on the exchange two seconds later")
    func leavingWatcher() async throws {
      try await LiveRig.run(.init(rate: 0)) { rig in
        let acme = try #require(Symbol("ACME"))
        let bnk = try #require(Symbol("BNK"))
        let other = await Viewer(rig.watch, [bnk], tick: LiveRig.tick)
        await rig.viewer.stop()
        let left = ContinuousClock.now
        var price = 1_000
        var isSent = true
        while isSent, ContinuousClock.now - left < .seconds(4) {
          price += 1
          let before = await rig.exchange.truth(of: acme)?.sequences
          await rig.exchange.apply(.price(acme, price))
          await rig.exchange.apply(.price(bnk, price))
          let target = price
          let isShown = await other.wait(within: .seconds(1)) {
            $0.rows[bnk]?.quote?.last?.minorUnits == target
          }
          try #require(isShown != nil, "the other watcher goes on")
          isSent = await rig.exchange.truth(of: acme)?.sequences != before
        }
        let time = ContinuousClock.now - left
        #expect(!isSent)
        #expect(time > .milliseconds(1_900) && time < .seconds(3))
        #expect(await other.shown.oracle.violations == [])
        await other.stop()
      }
    }
  }
}
