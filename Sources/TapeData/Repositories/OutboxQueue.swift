import TapeDomain

/// The changes of a server's list that wait to be told, as far as they were read from where they are kept; a plain value.
///
/// Reading takes time, in which changes are made and told: an answer that is older than what is known is not taken.
struct OutboxQueue {
  /// The changes in their order.
  private(set) var entries: [OutboxEntry] = []
  /// Whether they were read once.
  private(set) var isRead = false

  /// Those that were told and may be kept still, where the disk is full or the home read-only.
  private var told: Set<Int64> = []
  private var asked = 0
  private var taken = 0

  /// Begins to read.
  ///
  /// - Returns: The number under which the answer is taken.
  mutating func ask() -> Int {
    asked += 1
    return asked
  }

  /// Takes what was read; true when another program has told something that waited, or has made a change of its own.
  mutating func take(_ read: [OutboxEntry], number: Int) -> Bool {
    guard number > taken else { return false }
    let (wasRead, known) = (isRead, Set(entries.map(\.id)))
    taken = number
    isRead = true
    told.formIntersection(read.map(\.id))
    entries = read.filter { !told.contains($0.id) }
    let waiting = Set(entries.map(\.id))
    return wasRead ? waiting != known : !known.isSubset(of: waiting)
  }

  /// A change was kept here.
  mutating func add(_ entry: OutboxEntry) {
    taken = asked
    entries.append(entry)
  }

  /// The server was told, or has refused it.
  mutating func finish(_ id: Int64) {
    told.insert(id)
    entries.removeAll { $0.id == id }
  }
}
