import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct OutboxQueueTests {
  private func entry(_ id: Int64) -> OutboxEntry {
    let instrument = Instrument(symbol: Fixtures.symbol("S\(id)"), name: "")
    return OutboxEntry(id: id, change: ServerListChange(instrument, adds: true))
  }

  @Test("What was read before a change was kept does not take it away again")
  func oldReading() {
    var queue = OutboxQueue()
    let number = queue.ask()
    queue.add(entry(1))
    let answer1 = queue.take([], number: number)
    #expect(!answer1)
    #expect(queue.entries == [entry(1)])
  }

  @Test("Of two readings the one that was asked for later counts")
  func order() {
    var queue = OutboxQueue()
    let (first, second) = (queue.ask(), queue.ask())
    let answer2 = queue.take([entry(2)], number: second)
    #expect(!answer2)
    let answer3 = queue.take([entry(1), entry(2)], number: first)
    #expect(!answer3)
    #expect(queue.entries == [entry(2)])
  }

  @Test("What another program told waits no more, and it is said; what it keeps is told in its order")
  func others() {
    var queue = OutboxQueue()
    queue.add(entry(1))
    queue.add(entry(3))
    let answer4 = queue.take([entry(1), entry(2), entry(3)], number: queue.ask())
    #expect(!answer4)
    #expect(queue.entries.map(\.id) == [1, 2, 3])
    let answer5 = queue.take([entry(2), entry(3)], number: queue.ask())
    #expect(answer5)
    #expect(queue.entries.map(\.id) == [2, 3])
    // A change that another program makes is one of the list that is shown.
    let answer7 = queue.take([entry(2), entry(3), entry(4)], number: queue.ask())
    #expect(answer7)
  }

  @Test("What was told stays told though it cannot be removed from where it is kept")
  func readOnly() {
    var queue = OutboxQueue()
    queue.add(entry(1))
    queue.finish(1)
    let answer6 = queue.take([entry(1), entry(2)], number: queue.ask())
    #expect(!answer6)
    #expect(queue.entries == [entry(2)])
  }
}
