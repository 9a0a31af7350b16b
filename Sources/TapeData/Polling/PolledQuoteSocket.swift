public import TapeDomain
public import TapeWebSocket

/// The link to a source that is asked for its prices: what ``PollSchedule`` decides, done.
///
/// Everything above takes it for a stream whose messages are whole snapshots: a price whose time is over is said to be lost,
/// and a source that brings nothing any more is a link that is tried again.
public actor PolledQuoteSocket: PolledLink {
  /// Makes a request and returns the answer, whatever its status.
  public typealias Fetch = @Sendable (PollRequest) async throws(HTTPError) -> HTTPResponse

  private let source: any PollSource
  private let fetch: Fetch
  private let store: (any PollRecordStore)?
  private let time: TimeSource
  private let jitter: @Sendable () -> Int
  private let log: @Sendable (String) -> Void

  private var schedule: PollSchedule
  private var reading: PollReading
  private var mailbox = SocketMailbox()
  private var waiter: CheckedContinuation<QuoteSocketEvent?, Never>?
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var alarm: (task: Task<Void, Never>, deadline: Instant)?
  private var isStarted = false
  private var isStopped = false
  private var sharing = PollSharing()
  private var telling: PollTelling
  private var bytes = WebSocketTraffic()

  /// A link that is not started.
  ///
  /// - Parameters:
  ///   - source: What is asked, and how its answers are read.
  ///   - label: How the header names it; how often it is asked is said in the place of its quality.
  ///   - fetch: Makes the requests.
  ///   - store: Remembers what was spent of the source's credits; nil for this run only.
  ///   - time: The clocks.
  ///   - jitter: A random factor per mille, 500…1500, drawn for each delay.
  ///   - recorder: Hears all that is told.
  ///   - log: Takes a line for each change of the link, without secrets; must not block.
  public init(
    source: any PollSource, label: FeedSource, fetch: @escaping Fetch, store: (any PollRecordStore)? = nil,
    time: TimeSource, jitter: @escaping @Sendable () -> Int, recorder: (any LinkRecorder)? = nil,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.source = source
    self.fetch = fetch
    self.store = store
    self.time = time
    self.jitter = jitter
    self.log = log
    telling = PollTelling(label: label, recorder: recorder)
    reading = PollReading(source)
    schedule = PollSchedule(source.terms, at: PollClock(now: time.now, wall: time.wall))
  }

  /// None: a polled source has no connection that could be lost.
  public var reconnects: Int { 0 }

  /// Begins with what earlier runs have spent; a second call does nothing.
  public func start() async {
    guard !isStarted else { return }
    isStarted = true
    await share()
    reading.begin()
    act(schedule.start())
    if let preamble = source.preamble { telling.record(.preamble(preamble), at: time.now) }
    settle()
  }

  /// Gives up what is under way and ends the events, for ever.
  public func stop() {
    isStopped = true
    alarm?.task.cancel()
    for task in tasks.values { task.cancel() }
    tasks = [:]
    waiter?.resume(returning: nil)
    waiter = nil
  }

  /// Asks nothing while the program is stopped.
  public func suspend() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
    act(schedule.suspend())
    settle()
  }

  /// Goes on after ``suspend()``; else does what ``retry()`` does.
  public func resume() {
    act(schedule.resume(at: clock))
    settle()
  }

  /// Asks again at once when the source brought nothing the last time, within its own limits.
  public func retry() {
    act(schedule.retry(at: clock))
    settle()
  }

  /// The way into the network changed: what failed is tried again.
  public nonisolated func networkChanged() {
    Task { await self.followNetwork() }
  }

  /// The time from one price of a symbol to the next.
  public var period: Duration { schedule.period.duration }

  /// The bytes of all bodies and addresses so far.
  public func traffic() -> WebSocketTraffic { bytes }

  /// The events, in order, for one consumer.
  public nonisolated func frames() -> AsyncStream<QuoteSocketEvent> {
    AsyncStream { await self.next() }
  }

  /// Takes in what is wanted; nothing is said on a wire.
  public func send(_ command: FeedCommand) {
    guard isStarted else { return }
    telling.sent(command)
    act(schedule.take(command, at: clock))
    settle()
  }

  /// Takes nothing that was told for true, and asks anew.
  public func fail(code: UInt16, reason: String) {
    act(schedule.fail(ServerText.clean(reason), at: clock, jitter: jitter()))
    settle()
  }

  // MARK: The consumer's side

  private func next() async -> QuoteSocketEvent? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !isStopped, !Task.isCancelled, waiter == nil else { return continuation.resume(returning: nil) }
        // The time that passed is judged before anything is shown: the machine may have slept since.
        waiter = continuation
        settle()
      }
    } onCancel: {
      Task { await self.endWait() }
    }
  }

  private func endWait() {
    waiter?.resume(returning: nil)
    waiter = nil
  }

  private func deliver() {
    guard let waiter, let event = mailbox.take() else { return }
    self.waiter = nil
    switch event {
    case .connected: waiter.resume(returning: .connected)
    case .status(let status): waiter.resume(returning: .status(status))
    case .burst(let messages, let instant): waiter.resume(returning: .burst(messages, at: instant))
    }
  }

  // MARK: The schedule's side

  private var clock: PollClock { PollClock(now: time.now, wall: time.wall) }

  private func followNetwork() {
    act(schedule.networkChanged(at: clock))
    settle()
  }

  /// Does what is due now and waits for what is due next.
  private func settle() {
    guard isStarted, !isStopped else { return }
    act(schedule.advance(to: clock))
    // While nobody takes what was brought nothing more is asked for.
    while !mailbox.isFull, let work = schedule.nextWork(at: clock) {
      act(schedule.tellLink(at: clock) + schedule.describe(at: clock))
      begin(work)
    }
    deliver()
    arm()
  }

  private func begin(_ work: PollSchedule.Work) {
    let request = source.request(for: work.job)
    bytes.sent += request.url.utf8.count + (request.body?.count ?? 0)
    remember()
    tasks[work.id] = Task { [fetch, weak self] in
      let result: Result<HTTPResponse, HTTPError>
      do throws(HTTPError) {
        result = .success(try await fetch(request))
      } catch {
        result = .failure(error)
      }
      await self?.end(work, result)
    }
  }

  private func end(_ work: PollSchedule.Work, _ result: Result<HTTPResponse, HTTPError>) {
    // What was given up while it was under way has nothing to say.
    guard tasks.removeValue(forKey: work.id) != nil else { return }
    switch result {
    case .success(let response):
      bytes.received += response.body.count
      let answer = PollReading.Answer(job: work.job, response: response)
      let read = reading.read(answer)
      reading.keep { schedule.entries[$0] != nil }
      act(schedule.answered(work.id, read, at: clock, jitter: jitter()), answer: answer, read.messages.count)
    case .failure(let error):
      let failure = PollFailure(error, of: source.terms.title)
      act(
        schedule.unanswered(
          work.id, failure, isCharged: error.mayBeCharged, at: clock, jitter: jitter()))
    }
    settle()
  }

  private func arm() {
    let deadline = mailbox.isFull ? nil : schedule.deadline(at: clock)
    guard let deadline else {
      alarm?.task.cancel()
      alarm = nil
      return
    }
    if let alarm {
      if alarm.deadline == deadline { return }
      alarm.task.cancel()
    }
    let task = Task { [weak self, time] in
      // Cancelled: another alarm has taken its place.
      guard (try? await time.sleep(until: deadline)) != nil else { return }
      await self?.ring(deadline)
    }
    alarm = (task, deadline)
  }

  private func ring(_ deadline: Instant) {
    guard alarm?.deadline == deadline else { return }
    alarm = nil
    settle()
  }

  // MARK: What is told

  /// Does what was decided; `count` messages of what is said came with `answer`, the rest was concluded here.
  private func act(_ actions: [PollSchedule.Action], answer: PollReading.Answer? = nil, _ count: Int = 0) {
    for action in actions {
      switch action {
      case .connect:
        mailbox.add(connected: 1)
        telling.connect()
      case .emit(let status):
        mailbox.add(status)
        telling.change(to: status)
        log(status.logLine)
      case .say(let messages):
        if let answer { telling.record(.answer(answer), at: time.now) }
        telling.record(concluded: messages.dropFirst(answer == nil ? 0 : count), at: time.now)
        mailbox.add(messages, at: time.now)
      case .tellAgain(let symbols): tellAgain(symbols)
      case .describe:
        mailbox.add([.source(telling.description(of: schedule, at: time.now))], at: time.now)
      case .remember: remember()
      case .log(let line): log(line)
      }
    }
  }

  private func tellAgain(_ symbols: [Symbol]) {
    for answer in reading.answers(for: symbols) {
      telling.record(.answer(answer), at: time.now)
      let read = reading.read(answer)
      if !read.messages.isEmpty { mailbox.add(read.messages, at: time.now) }
      schedule.toldAgain(read.messages, at: clock)
    }
  }

  private func remember() {
    guard store != nil, sharing.ask() else { return }
    Task {
      while sharing.next() { await share() }
      settle()
    }
  }

  /// Says what this run has spent, and hears what others have.
  private func share() async {
    let others = await store?.update(schedule.budget.record(at: clock))
    if let others { schedule.budget.take(others: others, at: clock) }
  }
}
