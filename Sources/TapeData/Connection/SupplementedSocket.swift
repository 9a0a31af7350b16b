public import TapeDomain
public import TapeWebSocket

/// A link to a source that streams trades and is asked over HTTP for what the stream does not say.
///
/// The stream's connection is the link's. Requests bring the first price of each symbol and what is needed to confirm one, and
/// the prices of symbols that the stream has no room for. Both meet in the quotes that they share, so that what is told
/// here is in order whichever was heard first. What each side's events mean is ``SupplementedStream``'s and
/// ``SupplementedRequests``' to say; here it is done.
public actor SupplementedSocket: QuoteLink {
  private let stream: any QuoteLink
  private let rest: any PolledLink
  private let context: VenueContext
  private let knowledge: @Sendable (Symbol) -> [FeedMessage]
  private let time: TimeSource
  private let spacing: Duration
  private let recorder: (any LinkRecorder)?

  private var plan: StreamPlan
  private var streamSide = SupplementedStream()
  private var restSide: SupplementedRequests
  private var queue = SupplementedQueue()
  private var pumps: [Task<Void, Never>] = []
  private var settling: Task<Void, Never>?
  private var isOver = false

  /// How long no symbol may be refused until it is known how many were.
  private static let settlingTime = Duration.seconds(1)
  /// How much earlier the stream is told of a symbol than it is asked for.
  private static let lead = Duration.milliseconds(400)
  /// How long a polled price may stand for one that is streamed from now on.
  private static let patience = Duration.seconds(10)
  /// How long the stream has to say itself that the key is refused.
  private static let courtesy = Duration.seconds(3)

  /// A link that is not started.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - rest: Makes the requests.
  ///   - room: The most symbols that the stream takes.
  ///   - spacing: The time from one symbol that is said to the stream to the next.
  ///   - context: What both share.
  ///   - label: How the header names the source.
  ///   - knowledge: What is known of a symbol without asking for it.
  ///   - time: The clocks.
  ///   - recorder: Hears what is wanted, and what is concluded; the halves record what they hear.
  public init(
    stream: any QuoteLink, rest: any PolledLink, room: Int, spacing: Duration, context: VenueContext,
    label: FeedSource,
    knowledge: @escaping @Sendable (Symbol) -> [FeedMessage], time: TimeSource,
    recorder: (any LinkRecorder)? = nil
  ) {
    self.stream = stream
    self.rest = rest
    self.context = context
    self.knowledge = knowledge
    self.time = time
    self.recorder = recorder
    self.spacing = spacing
    plan = StreamPlan(room: room)
    restSide = SupplementedRequests(label: label)
  }

  /// The recorders of the two halves, which record on one tape.
  public static func recorders(
    of recorder: (any LinkRecorder)?
  ) -> (stream: (any LinkRecorder)?, requests: (any LinkRecorder)?) {
    (
      recorder.map { SupplementRecorder(recorder: $0, half: .stream) },
      recorder.map { SupplementRecorder(recorder: $0, half: .requests) }
    )
  }

  // MARK: Life

  /// Begins both; a second call does nothing.
  public func start() async {
    guard pumps.isEmpty, !isOver else { return }
    pumps = [
      Task { [weak self, stream] in
        for await event in stream.frames() { await self?.takeFromStream(event) }
      },
      Task { [weak self, rest] in
        for await event in rest.frames() { await self?.takeFromRest(event) }
      },
    ]
    await rest.start()
    await stream.start()
  }

  /// Ends both.
  public func stop() async {
    isOver = true
    for pump in pumps { pump.cancel() }
    settling?.cancel()
    queue.end()
    await stream.stop()
    await rest.stop()
  }

  /// Lets go of both.
  public func suspend() async {
    await stream.suspend()
    await rest.suspend()
  }

  /// Goes on with both.
  public func resume() async {
    await rest.resume()
    await stream.resume()
  }

  /// Tries again what has failed.
  public func retry() async {
    await rest.retry()
    await stream.retry()
  }

  /// The way into the network changed.
  public nonisolated func networkChanged() {
    rest.networkChanged()
    stream.networkChanged()
  }

  /// The bytes of both.
  public func traffic() async -> WebSocketTraffic {
    let (one, other) = (await stream.traffic(), await rest.traffic())
    return WebSocketTraffic(received: one.received + other.received, sent: one.sent + other.sent)
  }

  /// The reconnects of the stream.
  public var reconnects: Int { get async { await stream.reconnects } }

  // MARK: The consumer's side

  /// The events of both, for one consumer.
  public nonisolated func frames() -> AsyncStream<QuoteSocketEvent> {
    AsyncStream { await self.next() }
  }

  /// Says a command to whom it concerns.
  public func send(_ command: FeedCommand) async {
    var command = command
    if case .subscribe(let symbols, let maxRate) = command {
      var known: [FeedMessage] = []
      let asked = symbols.filter { symbol in
        let messages = knowledge(symbol)
        known += messages
        return messages.isEmpty
      }
      if !known.isEmpty { queue.add(.burst(known, at: time.now)) }
      command = .subscribe(asked, maxRate: maxRate)
    }
    recorder?.sent(command)
    await act(plan.take(command))
  }

  /// Starts the stream afresh.
  public func fail(code: UInt16, reason: String) async {
    await stream.fail(code: code, reason: reason)
  }

  private func next() async -> QuoteSocketEvent? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { queue.wait($0, isCancelled: Task.isCancelled) }
    } onCancel: {
      Task { await self.endWait() }
    }
  }

  private func endWait() { queue.endWait() }

  // MARK: The two sides

  private func takeFromStream(_ event: QuoteSocketEvent) async {
    await makeRoom()
    await take(streamSide.take(event, plan: &plan))
  }

  private func takeFromRest(_ event: QuoteSocketEvent) async {
    await makeRoom()
    await take(restSide.take(event, plan: &plan, stream: &streamSide, at: time.now))
  }

  /// Waits while the consumer has enough to take: each side then stops reading by itself.
  private func makeRoom() async {
    while queue.isFull { await withCheckedContinuation { queue.waitForRoom($0) } }
  }

  private func take(_ steps: [SupplementedStep]) async {
    for step in steps {
      switch step {
      case .tell(let event): queue.add(event)
      case .act(let actions): await act(actions)
      case .takeBack(let symbols):
        context.equities.doubt(symbols)
        record(.lost(symbols))
      case .describe: await describe()
      case .settleLater: settleLater()
      case .sayLater(let reason): sayLater(reason)
      }
    }
  }

  private func act(_ actions: [StreamPlan.Action]) async {
    guard !actions.isEmpty else { return }
    await describe()
    for action in actions {
      switch action {
      case .stream(let command): await stream.send(command)
      case .rest(let command): await rest.send(command)
      case .confirm(let symbols, let count): confirm(symbols, behind: count)
      }
    }
  }

  /// Says in the header how much is polled and how often, and what the requests are about, when that is something else.
  private func describe() async {
    let seconds = Int(await rest.period.components.seconds)
    context.equities.set(polled: Set(plan.polled), every: seconds)
    guard let source = restSide.description(polled: plan.polled.count) else { return }
    record(.described(source))
    queue.add(.burst([.source(source)], at: time.now))
  }

  private func record(_ frame: PollFrame) {
    recorder?.received([.text(frame.bytes[...])], at: time.now)
  }

  // MARK: What takes time

  private func settleLater() {
    settling?.cancel()
    settling = Task { [weak self, time] in
      guard (try? await time.sleep(for: Self.settlingTime)) != nil else { return }
      await self?.settle()
    }
  }

  private func settle() async {
    settling = nil
    await act(plan.settle())
  }

  private func confirm(_ symbols: [Symbol], behind count: Int) {
    let delay = Self.lead + spacing * count
    Task { [weak self, time, generation = streamSide.generation] in
      guard (try? await time.sleep(for: delay)) != nil else { return }
      await self?.confirm(symbols, of: generation)
      guard (try? await time.sleep(for: Self.patience)) != nil else { return }
      await self?.takeBackUnconfirmed(symbols, of: generation)
    }
  }

  private func confirm(_ symbols: [Symbol], of generation: Int) async {
    let wanted = symbols.filter { plan.streamed.contains($0) }
    guard generation == streamSide.generation, !wanted.isEmpty else { return }
    await rest.send(.resync(wanted))
  }

  private func takeBackUnconfirmed(_ symbols: [Symbol], of generation: Int) async {
    guard generation == streamSide.generation else { return }
    await take(SupplementedRequests.takeBack(plan.takeUnconfirmed(of: symbols), at: time.now))
  }

  private func sayLater(_ reason: String) {
    Task { [weak self, time] in
      guard (try? await time.sleep(for: Self.courtesy)) != nil else { return }
      await self?.sayUnlessRefused(reason)
    }
  }

  private func sayUnlessRefused(_ reason: String) async {
    if streamSide.isRefused { return }
    await take(restSide.lose(reason, plan: plan, at: time.now))
  }

  // MARK: The market

  /// The state of the market changed: what is streamed is told anew.
  public func marketChanged(to state: MarketState) async {
    record(.answer(PollReading.Answer(job: .errand(MarketState.errand), response: state.response)))
    let before = context.equities.market
    let told = context.equities.set(market: state, saying: plan.streamed, in: context)
    if !told.isEmpty { queue.add(.burst(told, at: time.now)) }
    // Another session has another close before it.
    if let before, before.session != state.session { await act(plan.take(.resync(plan.streamed))) }
  }
}
