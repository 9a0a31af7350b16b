import TapeDomain

/// A binary heap of what is due when; equal times come out in the order of their index, so that a seed decides all.
struct DueQueue: Sendable {
  /// One instrument's next update.
  struct Entry: Equatable, Sendable {
    /// When it is due.
    var at: Instant
    /// The instrument's place in the market.
    let index: Int
    /// The instrument's schedule this entry belongs to; an entry of an older one is void.
    let generation: Int

    fileprivate static func precedes(_ left: Entry, _ right: Entry) -> Bool {
      left.at == right.at ? left.index < right.index : left.at < right.at
    }
  }

  private var heap: [Entry] = []

  /// The earliest entry.
  var first: Entry? { heap.first }

  /// Adds an entry; O(log n).
  mutating func insert(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard Entry.precedes(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the earliest entry; O(log n).
  mutating func removeFirst() -> Entry? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return last }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      let left = 2 * parent + 1
      if left < heap.count, Entry.precedes(heap[left], heap[least]) { least = left }
      if left + 1 < heap.count, Entry.precedes(heap[left + 1], heap[least]) { least = left + 1 }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  /// Makes everything due `duration` later.
  mutating func delay(by duration: Duration) {
    for index in heap.indices { heap[index].at = heap[index].at + duration }
  }
}
