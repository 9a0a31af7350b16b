public import TapeDomain

/// Changes of a server's list: kept first, then told the server one after the other until it has taken or refused each.
///
/// A change is told again when it is not certain that it arrived, which the server does not mind: `PUT` and `DELETE` say
/// how it is to be. What was not told when the program ended is told by the next one. Before each telling it is read
/// again what waits: another tape may have told it, and what it told later must not be undone.
public actor ServerListOutbox: ServerListEditor {
  /// How long a change of another tape that runs is left to that one.
  static let courtesy = Duration.seconds(10)

  private let storage: ListsStorage
  private let server: String
  private let call: ServerCall
  private let time: TimeSource
  private let jitter: @Sendable () -> Int

  private var queue = OutboxQueue()
  private var sending: Task<Void, Never>?
  /// The wait before the next try.
  private var pause: Task<Void, Never>?
  private var isCourteous = false
  /// What was said last of why the server cannot be told.
  private var trouble: String?
  private var listeners: [Int: AsyncStream<ServerListProgress>.Continuation] = [:]
  private var nextListener = 0

  /// The changes of the list of `server`, by that name, kept beside the user's lists.
  public init(
    lists: SQLiteListsRepository, server: String, call: ServerCall, time: TimeSource,
    jitter: @escaping @Sendable () -> Int
  ) {
    storage = lists.storage
    self.server = server
    self.call = call
    self.time = time
    self.jitter = jitter
  }

  isolated deinit {
    sending?.cancel()
    pause?.cancel()
    for listener in listeners.values { listener.finish() }
  }

  /// The changes that the server has not been told yet, in their order.
  public func unsent() async -> [ServerListChange] {
    if !queue.isRead { await read() }
    return queue.entries.map(\.change)
  }

  /// Keeps a change, and begins to tell the server.
  public func change(_ change: ServerListChange) async throws(ListError) {
    let server = server
    let entry = try await storage.write { try $0.appendToOutbox(change, of: server) }
    queue.add(entry)
    tell()
    if isCourteous { pause?.cancel() }
    send()
  }

  /// How far the changes are: now, and after each answer of the server.
  public nonisolated func progress() -> AsyncStream<ServerListProgress> {
    let (stream, continuation) = AsyncStream.makeStream(of: ServerListProgress.self)
    Task { await listen(continuation) }
    return stream
  }

  /// Another program changed what is kept: what it told is no longer waited for, what it left is told after a while.
  public func review() async {
    let isOutdated = await read()
    tell(isOutdated: isOutdated)
    send(after: Self.courtesy)
  }

  /// Tells the server at once, instead of when the next try is due.
  public func retry() {
    trouble = nil
    pause?.cancel()
  }

  private func listen(_ continuation: AsyncStream<ServerListProgress>.Continuation) async {
    let number = nextListener
    nextListener += 1
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
    if !queue.isRead { await read() }
    tell()
    send()
  }

  private func forget(_ number: Int) { listeners[number] = nil }

  /// Reads what waits; true when another tape has told some of it. Lists that cannot be read are said elsewhere, and what
  /// is known goes on waiting then.
  @discardableResult
  private func read() async -> Bool {
    let server = server
    let number = queue.ask()
    guard let entries = try? await storage.read([], { try $0.outbox(of: server) }) else { return false }
    return queue.take(entries, number: number)
  }

  private func tell(message: String? = nil, isOutdated: Bool = false) {
    let progress = ServerListProgress(
      unsent: Set(queue.entries.map(\.change.instrument.symbol)), message: message, isOutdated: isOutdated)
    for listener in listeners.values { listener.yield(progress) }
  }

  /// Tells the server everything in order, for as long as it takes.
  private func send(after delay: Duration? = nil) {
    guard sending == nil, !queue.entries.isEmpty else { return }
    isCourteous = delay != nil
    sending = Task { [weak self] in
      if let delay { await self?.rest(delay) }
      var failures = 0
      while !Task.isCancelled, let wait = await self?.sendFirst(failures: failures) {
        if let wait {
          failures += 1
          await self?.rest(wait)
        } else {
          failures = 0
        }
      }
    }
  }

  /// Waits for that long, or until somebody wants to go on.
  private func rest(_ duration: Duration) async {
    let pause = Task { [time] in
      do { try await time.sleep(for: duration) } catch { return }
    }
    self.pause = pause
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
    self.pause = nil
    isCourteous = false
  }

  /// Tells the first change; gives how long to wait before the next try, nil inside for not at all, and nil when all is
  /// told.
  private func sendFirst(failures: Int) async -> Duration?? {
    if await read() { tell(isOutdated: true) }
    guard let entry = queue.entries.first else {
      sending = nil
      return .none
    }
    switch await answer(to: entry.change) {
    case .again(let least, let reason):
      if let reason, reason != trouble {
        trouble = reason
        tell(message: reason)
      }
      let delay = ReconnectPolicy.delay(attempt: failures + 1, jitter: jitter())
      return .some(max(delay, least ?? .zero))
    case .done: await finish(entry)
    case .gone: await finish(entry, isOutdated: true)
    case .refused(let sentence): await finish(entry, refusal: sentence, isOutdated: true)
    }
    return .some(nil)
  }

  private func answer(to change: ServerListChange) async -> OutboxVerdict {
    do {
      let response = try await call.send(
        change.adds ? .put : .delete, call.server.watchlistURL(of: change.instrument.symbol),
        for: "change the list")
      return OutboxVerdict(response, to: change, place: call.place, remedy: call.remedy, wall: time.wall)
    } catch let error as WatchlistError where error.isRefusal {
      // A token that cannot be had now is no reason to lose what the user did.
      return .again(because: "\(error.sentence) The change of the list is kept.")
    } catch {
      return .again()
    }
  }

  private func finish(_ entry: OutboxEntry, refusal: String? = nil, isOutdated: Bool = false) async {
    trouble = nil
    queue.finish(entry.id)
    // Told twice is told once: a file that cannot be written now costs no more than that.
    _ = try? await storage.write { try $0.removeFromOutbox(entry.id) }
    tell(message: refusal, isOutdated: isOutdated)
  }
}
