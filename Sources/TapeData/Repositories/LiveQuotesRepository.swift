import Synchronization
public import TapeDomain

/// The one owner of live quotes: turns what a socket delivers into quotes that are proven current, or say so.
///
/// The actor only interprets: it feeds a ``QuoteBook``, sends what that asks for, wakes watchers once a burst
/// and keeps one timer. Nothing crosses it per update.
public actor LiveQuotesRepository: QuotesRepository {
  private let socket: any QuoteSocket
  private let time: TimeSource
  private let log: @Sendable (String) -> Void
  private let watchers = Atomic<Int>(0)

  private var book: QuoteBook
  private var pulls: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var outbox: [QuoteBook.Request] = []
  private var isSending = false
  private var timer: (task: Task<Void, Never>, deadline: Instant)?

  /// A repository over `socket`; ``run()`` sets it going.
  ///
  /// - Parameters:
  ///   - socket: The connection, of which this is the one consumer.
  ///   - time: The clock of the timers.
  ///   - maxRate: How many updates a second of each symbol are asked for.
  ///   - terms: What the source promises.
  ///   - log: Takes a line for what the source said wrong, without secrets; must not block.
  public init(
    socket: any QuoteSocket, time: TimeSource, maxRate: Int, terms: FeedTerms = FeedTerms(),
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.socket = socket
    self.time = time
    self.log = log
    book = QuoteBook(
      maxRate: maxRate, isNumbered: terms.evidence == .numbers, repairsItself: terms.repairsItself)
  }

  /// Takes in what the socket delivers until the calling task is cancelled; from then on no quote is live.
  public func run() async {
    for await event in socket.frames() {
      switch event {
      case .connected:
        // What was not sent on the old connection is never sent on the new one: the whole set is.
        outbox = []
        book.connect(at: time.now)
      case .status(let status): book.change(to: status, at: time.now)
      case .burst(let messages, let instant): book.receive(messages, at: instant)
      }
      settle()
    }
    book.change(to: .suspended, at: time.now)
    settle()
  }

  /// See ``QuotesRepository/events(for:)``.
  public nonisolated func events(for symbols: Set<Symbol>) -> AsyncStream<[QuoteEvent]> {
    events(for: symbols, background: [])
  }

  /// See ``QuotesRepository/events(for:background:)``.
  public nonisolated func events(
    for symbols: Set<Symbol>, background: Set<Symbol>
  ) -> AsyncStream<[QuoteEvent]> {
    let watcher = watchers.wrappingAdd(1, ordering: .relaxed).newValue
    let token = WatchToken(watcher: watcher, symbols: symbols, background: background, repository: self)
    return AsyncStream(
      unfolding: { await self.next(token) },
      onCancel: { Task { await self.release(watcher) } })
  }

  /// What was counted so far, except the bytes and the reconnects, which the connection counts.
  public func statistics() -> FeedStatistics {
    book.statistics(at: time.now)
  }

  /// A watcher's symbols are released and its pull, if one waits, ends.
  func release(_ watcher: Int) {
    book.release(watcher, at: time.now)
    pulls.removeValue(forKey: watcher)?.resume(returning: false)
    settle()
  }

  /// The next element of a stream; the first pull takes the seat. Nil when the stream ends.
  private func next(_ token: WatchToken) async -> [QuoteEvent]? {
    guard !Task.isCancelled else { return nil }
    if !book.isWatching(token.watcher) {
      book.watch(token.symbols, background: token.background, as: token.watcher, at: time.now)
      settle()
    }
    while true {
      if let events = book.takeNews(for: token.watcher) { return events }
      let isWoken = await withCheckedContinuation { continuation in
        // A stream has one consumer: a second pull ends the first.
        pulls.updateValue(continuation, forKey: token.watcher)?.resume(returning: false)
      }
      guard isWoken else { return nil }
    }
  }

  /// Acts on what the book has to say after an event.
  private func settle() {
    outbox += book.takeRequests()
    send()
    for watcher in pulls.keys where book.hasNews(for: watcher) {
      pulls.removeValue(forKey: watcher)?.resume(returning: true)
    }
    setTimer()
  }

  /// Sends what is in the outbox, one after the other, without holding up the reading.
  private func send() {
    guard !outbox.isEmpty, !isSending else { return }
    isSending = true
    Task {
      while !outbox.isEmpty {
        switch outbox.removeFirst() {
        case .send(let command): await socket.send(command)
        case .fail(let code, let reason): await socket.fail(code: code, reason: reason)
        case .log(let line): log(line)
        }
      }
      isSending = false
    }
  }

  /// Lets one task sleep until the book's earliest deadline; a task that would wake sooner does no harm.
  private func setTimer() {
    guard let deadline = book.deadline else { return }
    if let timer {
      guard deadline < timer.deadline else { return }
      timer.task.cancel()
    }
    let task = Task { [weak self, time] in
      do { try await time.sleep(until: deadline) } catch { return }
      await self?.wake()
    }
    timer = (task, deadline)
  }

  private func wake() {
    // A timer that was replaced while it woke up has nothing to say.
    guard !Task.isCancelled else { return }
    timer = nil
    book.wake(at: time.now)
    settle()
  }
}
