import Foundation

/// What the socket thread does: waits on all sockets at once, then runs what became ready or due.
final class SocketLoop {
  /// The most bytes that one read takes: what stays in a core's cache until it has been looked at.
  static let readSize = 64 << 10

  private let inbox: SocketInbox
  private var polls = PollSet()
  private var deadlines = DeadlineList<() -> Void>()
  private var endOfTurn: [() -> Void] = []
  private var tenants: [ObjectIdentifier: any SocketTenant] = [:]
  /// The storage of the next read, when that of the last one came back.
  private var spare: [UInt8] = []

  /// A loop that serves that inbox.
  init(inbox: SocketInbox) {
    self.inbox = inbox
  }

  /// Serves until the inbox says that it ends; the calling thread is the socket thread from here on.
  func run() {
    inbox.adopt()
    // The pipe has no handler of its own: every turn empties it.
    _ = polls.add(inbox.wakeEnd, for: .input) { _ in }
    var work: [SocketInbox.Work] = []
    var isEnding = false
    while !isEnding {
      polls.wait(milliseconds: millisecondsToNextDeadline())
      isEnding = inbox.take(into: &work)
      for item in work { item() }
      work.removeAll(keepingCapacity: true)
      runDue()
      tellReady()
      runEndOfTurn()
    }
    for item in inbox.refuse() { item() }
    runEndOfTurn()
    for tenant in tenants.values { tenant.threadEnds() }
    runEndOfTurn()
    inbox.close()
  }

  // MARK: For those who live here

  /// Watches a descriptor, which has to stay open until ``unwatch(_:)``.
  func watch(
    _ descriptor: Int32, for interest: Readiness, handler: @escaping PollSet.Handler
  ) -> PollSet.Watch {
    polls.add(descriptor, for: interest, handler: handler)
  }

  /// Changes what a descriptor is watched for.
  func setInterest(_ interest: Readiness, of watch: PollSet.Watch) {
    polls.setInterest(interest, of: watch)
  }

  /// Watches a descriptor no more.
  func unwatch(_ watch: PollSet.Watch) {
    polls.remove(watch)
  }

  /// Runs an action once, after that time.
  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> DeadlineList<() -> Void>.ID {
    deadlines.add(at: .now + delay, action)
  }

  /// Forgets a scheduled action.
  func cancel(_ id: DeadlineList<() -> Void>.ID) {
    deadlines.cancel(id)
  }

  /// Runs an action before the thread waits again, so that what happens in one turn is sent at once.
  func atEndOfTurn(_ action: @escaping () -> Void) {
    endOfTurn.append(action)
  }

  /// Keeps a tenant alive until it moves out, and tells it when the thread ends.
  func moveIn(_ tenant: any SocketTenant) {
    tenants[ObjectIdentifier(tenant)] = tenant
  }

  /// Lets a tenant go.
  func moveOut(_ tenant: any SocketTenant) {
    tenants[ObjectIdentifier(tenant)] = nil
  }

  /// Reads once, at most ``readSize`` bytes, into an array of exactly what came.
  ///
  /// Who has looked at the bytes gives them back with ``recycle(_:)``, so that a burst costs no new memory.
  func read(_ descriptor: Int32) -> (outcome: SystemCall.Outcome, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    swap(&bytes, &spare)
    bytes.removeAll(keepingCapacity: true)
    var outcome = SystemCall.Outcome.wouldBlock
    bytes.append(addingCapacity: Self.readSize) { output in
      output.withUnsafeMutableBufferPointer { buffer, count in
        outcome = SystemCall.receive(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
        if case .done(let received) = outcome { count = received }
      }
    }
    return (outcome, bytes)
  }

  /// Takes the bytes of a read back; their storage is used again unless somebody still holds a part of them.
  func recycle(_ bytes: consuming [UInt8]) {
    spare = bytes
  }

  // MARK: One turn

  /// Rounded up, so that a turn never comes just before its deadline.
  private func millisecondsToNextDeadline() -> Int32 {
    guard let next = deadlines.next else { return -1 }
    let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: next)).components
    return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  private func runDue() {
    guard deadlines.next != nil else { return }
    let now = ContinuousClock.now
    while let action = deadlines.takeDue(at: now) { action() }
  }

  private func tellReady() {
    for place in polls.places {
      if let news = polls.news(at: place) { news.handler(news.readiness) }
    }
  }

  private func runEndOfTurn() {
    while !endOfTurn.isEmpty {
      let actions = endOfTurn
      endOfTurn.removeAll(keepingCapacity: true)
      for action in actions { action() }
    }
  }
}
