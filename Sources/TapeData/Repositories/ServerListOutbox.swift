public import TapeDomain

/// Changes of a server's list: kept first, then told the server one after the other until it has taken or refused each.
///
/// A change is told again when it is not certain that it arrived, which the server does not mind: `PUT` and `DELETE` say
/// how it is to be. What was not told when the program ended is told by the next one.
public actor ServerListOutbox: ServerListEditor {
  private let storage: ListsStorage
  private let server: String
  private let call: ServerCall
  private let time: TimeSource
  private let jitter: @Sendable () -> Int

  private var entries: [OutboxEntry]?
  private var sending: Task<Void, Never>?
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
    for listener in listeners.values { listener.finish() }
  }

  /// The list with the changes that the server has not been told yet.
  public func applied(to instruments: [Instrument]) async -> [Instrument] {
    var instruments = instruments
    for entry in await known() {
      let instrument = entry.change.instrument
      if !entry.change.adds {
        instruments.removeAll { $0.symbol == instrument.symbol }
      } else if !instruments.contains(where: { $0.symbol == instrument.symbol }) {
        instruments.append(instrument)
      }
    }
    return instruments
  }

  /// Keeps a change, and begins to tell the server.
  public func change(_ change: ServerListChange) async throws(ListError) {
    _ = await known()
    let server = server
    let entry = try await storage.write { try $0.appendToOutbox(change, of: server) }
    entries?.append(entry)
    tell()
    send()
  }

  /// How far the changes are: now, and after each answer of the server.
  public nonisolated func progress() -> AsyncStream<ServerListProgress> {
    let (stream, continuation) = AsyncStream.makeStream(of: ServerListProgress.self)
    Task { await listen(continuation) }
    return stream
  }

  private func listen(_ continuation: AsyncStream<ServerListProgress>.Continuation) async {
    let number = nextListener
    nextListener += 1
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
    _ = await known()
    tell()
    send()
  }

  private func forget(_ number: Int) { listeners[number] = nil }

  private func known() async -> [OutboxEntry] {
    if let entries { return entries }
    let server = server
    let read: [OutboxEntry]?
    do throws(ListError) {
      read = try await storage.read([]) { try $0.outbox(of: server) }
    } catch {
      // Lists that cannot be read are said elsewhere; there is nothing to tell then.
      read = nil
    }
    if entries == nil { entries = read ?? [] }
    return entries ?? []
  }

  private func tell(refusal: String? = nil) {
    let unsent = Set((entries ?? []).map(\.change.instrument.symbol))
    for listener in listeners.values { listener.yield(ServerListProgress(unsent: unsent, refusal: refusal)) }
  }

  /// Tells the server everything in order, for as long as it takes.
  private func send() {
    guard sending == nil, entries?.isEmpty == false else { return }
    sending = Task { [weak self, time] in
      var failures = 0
      while !Task.isCancelled, let wait = await self?.sendFirst(failures: failures) {
        if let wait {
          failures += 1
          do { try await time.sleep(for: wait) } catch { return }
        } else {
          failures = 0
        }
      }
    }
  }

  /// Tells the first change; gives how long to wait before the next try, nil inside for not at all, and nil when all is
  /// told.
  private func sendFirst(failures: Int) async -> Duration?? {
    guard let entry = entries?.first else {
      sending = nil
      return .none
    }
    let change = entry.change
    let verdict: OutboxVerdict
    do {
      let response = try await call.send(
        change.adds ? .put : .delete, call.server.watchlistURL(of: change.instrument.symbol),
        for: "change the list")
      verdict = OutboxVerdict(response, to: change, place: call.place, wall: time.wall)
    } catch let error as WatchlistError where error.isRefusal {
      verdict = .refused("\(error.sentence) The change of the list was taken back.")
    } catch {
      verdict = .again(after: nil)
    }
    switch verdict {
    case .again(let least):
      let delay = ReconnectPolicy.delay(attempt: failures + 1, jitter: jitter())
      return .some(max(delay, least ?? .zero))
    case .done: await finish(entry, refusal: nil)
    case .refused(let sentence): await finish(entry, refusal: sentence)
    }
    return .some(nil)
  }

  private func finish(_ entry: OutboxEntry, refusal: String?) async {
    // Told twice is told once: a file that cannot be written now costs no more than that.
    _ = try? await storage.write { try $0.removeFromOutbox(entry.id) }
    entries?.removeAll { $0.id == entry.id }
    tell(refusal: refusal)
  }
}
