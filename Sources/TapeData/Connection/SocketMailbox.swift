import TapeDomain

/// What waits to be taken by the one consumer, in order, and bounded.
///
/// Good news keeps its place. Bad news goes first: what a connection that was given up still had to say is taken back,
/// and messages that turned out to be late are shown after the status that says so. What the source said just before it
/// ended the connection itself was true when it came, and stays.
struct SocketMailbox: Equatable, Sendable {
  /// Something that waits.
  enum Entry: Equatable, Sendable {
    /// The connection of this generation was upgraded.
    case connected(generation: Int)
    /// The link's state changed.
    case status(FeedStatus)
    /// Messages of one read, or of several that waited.
    case burst([FeedMessage], at: Instant)
  }

  /// How many reads may wait before the socket is not read any more.
  static let maximumReads = 4

  private var entries: [Entry] = []
  private var reads = 0

  /// Whether nothing waits.
  var isEmpty: Bool { entries.isEmpty }
  /// Whether so much waits that the socket should not be read.
  var isFull: Bool { reads >= Self.maximumReads }

  /// The first entry, which waits no more.
  mutating func take() -> Entry? {
    if entries.isEmpty { return nil }
    let entry = entries.removeFirst()
    if case .burst = entry {
      reads = entries.contains { if case .burst = $0 { true } else { false } } ? reads : 0
    }
    return entry
  }

  /// A connection was upgraded.
  mutating func add(connected generation: Int) {
    entries.append(.connected(generation: generation))
  }

  /// A read brought messages: they join the ones that wait, received at the later instant, since a delay only makes
  /// the server's clock look slower.
  mutating func add(_ messages: [FeedMessage], at now: Instant) {
    reads += 1
    guard case .burst(var waiting, _) = entries.last else {
      entries.append(.burst(messages, at: now))
      return
    }
    entries.removeLast()
    waiting += messages
    entries.append(.burst(waiting, at: now))
  }

  /// The link's state changed; a status that was not taken yet gives way to the newer one.
  mutating func add(_ status: FeedStatus) {
    if case .late = status {
      let start = (entries.lastIndex { if case .connected = $0 { true } else { false } } ?? -1) + 1
      let current = entries[start...].filter { if case .status = $0 { false } else { true } }
      entries.replaceSubrange(start..., with: [.status(status)] + current)
      return
    }
    if case .status = entries.last { entries.removeLast() }
    entries.append(.status(status))
  }

  /// Forgets messages that have waited since before `instant`: the process may have been stopped since.
  mutating func forgetBursts(before instant: Instant) {
    entries.removeAll { if case .burst(_, let received) = $0 { received < instant } else { false } }
  }

  /// The connection is over.
  ///
  /// - Parameter isBelieved: Whether the source ended it, so that what it said and nobody took is not out of date; unless
  ///   nobody took that there was such a connection. Else only errors about no symbol are kept, since they may be why it
  ///   ended and carry no price.
  mutating func connectionEnded(isBelieved: Bool = false) {
    reads = 0
    let isKnown = !entries.contains { if case .connected = $0 { true } else { false } }
    if isBelieved, isKnown {
      entries.removeAll { $0 == .status(.live) }
      return
    }
    var errors: [FeedMessage] = []
    var errorsAt: Instant?
    entries.removeAll { entry in
      switch entry {
      case .connected, .status(.live), .status(.late): return true
      case .status: return false
      case .burst(let messages, let instant):
        let kept = messages.filter { if case .error(_, nil, _) = $0 { true } else { false } }
        errors += kept
        if !kept.isEmpty { errorsAt = instant }
        return true
      }
    }
    if let errorsAt { entries.append(.burst(errors, at: errorsAt)) }
  }
}
