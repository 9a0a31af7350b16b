/// Runs an ``AddressRace`` with sockets; lives on the socket thread.
final class AddressRacer {
  private struct Attempt {
    let descriptor: Int32
    let watch: PollSet.Watch
  }

  private let loop: SocketLoop
  private var race: AddressRace
  private var attempts: [Attempt] = []
  private var stagger: DeadlineList<() -> Void>.ID?
  private var completion: ((Result<Int32, AddressRace.Lost>) -> Void)?

  /// A race among those addresses.
  init(_ addresses: [SocketAddress], loop: SocketLoop) {
    race = AddressRace(addresses)
    self.loop = loop
  }

  /// Starts; `completion` is called once, with a connected socket or with why there is none, unless cancelled before.
  func start(completion: @escaping (Result<Int32, AddressRace.Lost>) -> Void) {
    self.completion = completion
    follow(race.next())
  }

  /// Ends all attempts; nothing is said any more.
  func cancel() {
    completion = nil
    cancelStagger()
    for attempt in attempts {
      loop.unwatch(attempt.watch)
      SystemCall.release(attempt.descriptor)
    }
    attempts = []
  }

  private func follow(_ first: AddressRace.Step) {
    var step = first
    // An attempt may fail at once, such as for want of a route, which leads to the next step.
    while case .attempt(let address) = step {
      guard let error = attempt(address) else {
        armStagger()
        return
      }
      step = race.failed(error)
    }
    if case .giveUp(let lost) = step { finish(.failure(lost)) }
  }

  /// Starts one attempt; returns the error when it failed at once.
  private func attempt(_ address: SocketAddress) -> SystemError? {
    let descriptor: Int32
    do {
      descriptor = try SystemCall.makeSocket(address.family)
    } catch {
      return error
    }
    if case .failed(let error) = SystemCall.startConnecting(descriptor, to: address) {
      SystemCall.release(descriptor)
      return error
    }
    // Connected at once or not, poll says so.
    let watch = loop.watch(descriptor, for: .output) { _ in self.decided(descriptor) }
    attempts.append(Attempt(descriptor: descriptor, watch: watch))
    return nil
  }

  /// An attempt has connected or failed.
  private func decided(_ descriptor: Int32) {
    guard let index = attempts.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    loop.unwatch(attempts.remove(at: index).watch)
    if let error = SystemCall.takeError(descriptor) {
      SystemCall.release(descriptor)
      follow(race.failed(error))
    } else {
      finish(.success(descriptor))
    }
  }

  private func finish(_ result: Result<Int32, AddressRace.Lost>) {
    let completion = completion
    cancel()
    completion?(result)
  }

  private func armStagger() {
    cancelStagger()
    stagger = loop.schedule(after: AddressRace.stagger) {
      self.stagger = nil
      self.follow(self.race.next())
    }
  }

  private func cancelStagger() {
    if let stagger { loop.cancel(stagger) }
    stagger = nil
  }
}
