import TapeDomain
import Testing

@testable import TapeData

/// The protocol, rules 1 and 2.
@Suite struct SequenceTrackerTests {
  private let start = Instant(nanoseconds: 0)

  private func at(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

  /// A tracker whose last applied number is `last`.
  private func current(at last: Int) -> SequenceTracker {
    var tracker = SequenceTracker()
    tracker.subscribe(at: start)
    _ = tracker.receive(snapshot: last)
    return tracker
  }

  private func verdicts(_ numbers: [Int], _ tracker: inout SequenceTracker) -> [SequenceTracker.UpdateVerdict]
  {
    numbers.map { tracker.receive(update: $0, at: start) }
  }

  @Test(
    "Updates after a snapshot numbered 10",
    arguments: [
      ([11, 12, 13], [.apply, .apply, .apply]), ([10], [.drop]),
      ([9, 10, 11, 10, 9, 12], [.drop, .drop, .apply, .drop, .drop, .apply]),
      ([12], [.gap]), ([11, 13, 14], [.apply, .gap, .hold]), ([1, 2, 3], [.drop, .drop, .gap]),
      ([10, 10, 10, 10], [.drop, .drop, .gap, .hold]),
      ([1, 2, 11, 1, 2], [.drop, .drop, .apply, .drop, .drop]),
    ] as [([Int], [SequenceTracker.UpdateVerdict])])
  func updates(numbers: [Int], expected: [SequenceTracker.UpdateVerdict]) {
    var tracker = current(at: 10)
    #expect(verdicts(numbers, &tracker) == expected)
    #expect(tracker.isCurrent == !expected.contains(.gap))
  }

  @Test("Without a subscription everything is dropped")
  func idle() {
    var tracker = SequenceTracker()
    #expect(tracker.receive(update: 1, at: start) == .drop)
    #expect(tracker.receive(snapshot: 1) == .drop)
    tracker = current(at: 10)
    tracker.unsubscribe()
    #expect(tracker.receive(update: 11, at: start) == .drop)
    #expect(tracker.receive(snapshot: 11) == .drop)
    #expect(!tracker.isCurrent)
  }

  @Test("While a snapshot is outstanding updates only raise the highest number")
  func outstanding() {
    var tracker = SequenceTracker()
    tracker.subscribe(at: start)
    #expect(verdicts([5, 6, 7], &tracker) == [.hold, .hold, .hold])
    #expect(!tracker.isCurrent)
    #expect(tracker.receive(snapshot: 7) == .apply)
    #expect(tracker.isCurrent)
    #expect(verdicts([8], &tracker) == [.apply])
  }

  @Test(
    "An outstanding snapshot below an update seen meanwhile is dropped once, and the next is the new base")
  func belowOnce() {
    var tracker = SequenceTracker()
    tracker.subscribe(at: start)
    _ = verdicts([7], &tracker)
    #expect(tracker.receive(snapshot: 6) == .drop)
    #expect(!tracker.isCurrent)
    #expect(tracker.receive(snapshot: 3) == .apply)
    #expect(verdicts([4], &tracker) == [.apply])
  }

  @Test("After a gap the snapshot must include the update that showed it")
  func gapIncluded() {
    var tracker = current(at: 10)
    _ = verdicts([12], &tracker)
    #expect(tracker.receive(snapshot: 11) == .drop)
    #expect(tracker.receive(snapshot: 12) == .apply)
    #expect(verdicts([13], &tracker) == [.apply])
  }

  @Test("A server that numbers anew is followed from its first snapshot")
  func renumbered() {
    var tracker = current(at: 5_000)
    #expect(verdicts([1, 2, 3], &tracker) == [.drop, .drop, .gap])
    #expect(tracker.receive(snapshot: 3) == .apply)
    #expect(verdicts([4], &tracker) == [.apply])
  }

  @Test(
    "A snapshot nobody asked for is applied when it is not older than the last number",
    arguments: [(9, false), (10, true), (11, true), (500, true)])
  func unsolicited(number: Int, isApplied: Bool) {
    var tracker = current(at: 10)
    #expect(tracker.receive(snapshot: number) == (isApplied ? .apply : .drop))
    #expect(tracker.isCurrent)
    #expect(tracker.receive(update: (isApplied ? number : 10) + 1, at: start) == .apply)
  }

  @Test("Dropped snapshots are no duplicates that lead to a gap")
  func oldSnapshots() {
    var tracker = current(at: 10)
    for _ in 0..<5 { #expect(tracker.receive(snapshot: 3) == .drop) }
    #expect(verdicts([11], &tracker) == [.apply])
  }

  @Test("A snapshot that does not come is asked for again after 3 s, then after 3 s and the backoff delays")
  func retries() {
    var tracker = SequenceTracker()
    tracker.subscribe(at: start)
    #expect(tracker.deadline == at(3_000))
    #expect(tracker.wake(at: at(2_999)) == false)
    var deadline: Int64 = 3_000
    for patience: Int64 in [3_500, 4_000, 5_000, 7_000, 11_000, 19_000, 33_000, 33_000, 33_000] {
      #expect(tracker.wake(at: at(deadline)) == true)
      #expect(tracker.wake(at: at(deadline)) == false)
      deadline += patience
      #expect(tracker.deadline == at(deadline))
    }
    _ = tracker.receive(snapshot: 1)
    #expect(tracker.deadline == nil)
    #expect(tracker.wake(at: at(deadline)) == false)
  }

  @Test("An interruption asks once, and not while a snapshot is outstanding")
  func interruption() {
    var tracker = current(at: 10)
    #expect(tracker.interrupt(at: start) == true)
    #expect(tracker.interrupt(at: start) == false)
    #expect(!tracker.isCurrent)
    #expect(tracker.receive(snapshot: 10) == .apply)
    var idle = SequenceTracker()
    #expect(idle.interrupt(at: start) == false)
  }

  @Test("A refused symbol takes no updates, but a snapshot of it is believed")
  func refused() {
    var tracker = SequenceTracker()
    tracker.subscribe(at: start)
    tracker.refuse()
    #expect(tracker.deadline == nil)
    #expect(verdicts([1], &tracker) == [.drop])
    #expect(tracker.receive(snapshot: 4) == .apply)
    #expect(verdicts([5], &tracker) == [.apply])
  }

  @Test("The largest number is followed by a new numbering, not by a crash")
  func largest() {
    var tracker = current(at: .max - 1)
    #expect(verdicts([.max, 1, 2, 3], &tracker) == [.apply, .drop, .drop, .gap])
  }
}
