import Foundation

/// The watched descriptors and whom to tell; its arrays are reused from turn to turn.
struct PollSet {
  /// Told what the descriptor is ready for.
  typealias Handler = (Readiness) -> Void

  /// A watched descriptor: its place in the arrays.
  struct Watch: Equatable {
    fileprivate let index: Int
  }

  private var descriptors: [pollfd] = []
  private var handlers: [Handler?] = []
  private var free: [Int] = []

  /// How many descriptors are watched.
  var count: Int { handlers.count - free.count }

  /// Watches a descriptor, which has to stay open until it is removed.
  mutating func add(_ descriptor: Int32, for interest: Readiness, handler: @escaping Handler) -> Watch {
    // Nothing is ready yet: in the middle of a pass, a place that is used anew is not told old news.
    let entry = pollfd(fd: descriptor, events: interest.rawValue, revents: 0)
    if let index = free.popLast() {
      descriptors[index] = entry
      handlers[index] = handler
      return Watch(index: index)
    }
    descriptors.append(entry)
    handlers.append(handler)
    return Watch(index: handlers.count - 1)
  }

  /// Changes what a descriptor is watched for; failures are always reported.
  mutating func setInterest(_ interest: Readiness, of watch: Watch) {
    descriptors[watch.index].events = interest.rawValue
  }

  /// Forgets a descriptor, also when it was ready in this turn.
  mutating func remove(_ watch: Watch) {
    descriptors[watch.index] = pollfd(fd: -1, events: 0, revents: 0)
    handlers[watch.index] = nil
    free.append(watch.index)
  }

  /// Waits until something is ready, at most so many milliseconds (-1: for ever).
  mutating func wait(milliseconds: Int32) {
    SystemCall.wait(on: &descriptors, milliseconds: milliseconds)
  }

  /// The places to ask about after a wait.
  var places: Range<Int> { handlers.indices }

  /// Whom to tell what of one place, if there is something to tell.
  func news(at place: Int) -> (handler: Handler, readiness: Readiness)? {
    guard descriptors[place].revents != 0, let handler = handlers[place] else { return nil }
    return (handler, Readiness(rawValue: descriptors[place].revents))
  }
}
