public import TapeDomain
public import TapeWebSocket

/// A link to a source that streams trades and is asked over HTTP for what the stream does not say.
///
/// The stream's connection is the link's. Requests bring the first price of each symbol and what is needed to confirm one, and
/// the prices of symbols that the stream has no room for. Both meet in the quotes that they share, so that what is told
/// here is in order whichever was heard first.
public actor SupplementedSocket: QuoteLink {
  private let stream: any QuoteLink
  private let rest: any PolledLink
  private let context: VenueContext
  private let label: FeedSource
  private let knowledge: @Sendable (Symbol) -> [FeedMessage]
  private let time: TimeSource
  private let spacing: Duration
  private let recorder: (any LinkRecorder)?

  private var plan: StreamPlan
  private var status = SupplementedStatus()
  private var queue: [QuoteSocketEvent] = []
  private var waiter: CheckedContinuation<QuoteSocketEvent?, Never>?
  private var crowd: [CheckedContinuation<Void, Never>] = []
  private var pumps: [Task<Void, Never>] = []
  private var isOver = false
  private var trouble: String?
  /// What the requests say of themselves, and what was said of both.
  private var said: FeedSource?
  private var described: FeedSource?

  private var settling: Task<Void, Never>?
  /// Counts the connections of the stream.
  private var generation = 0

  /// How long no symbol may be refused until it is known how many were.
  private static let settlingTime = Duration.seconds(1)
  /// How much earlier the stream is told of a symbol than it is asked for.
  private static let lead = Duration.milliseconds(400)
  /// How long the stream has to say itself that the key is refused.
  private static let courtesy = Duration.seconds(3)
  /// How many events may wait for the consumer until nothing more is taken from either side.
  private static let mostWaiting = 4

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
    self.label = label
    self.knowledge = knowledge
    self.time = time
    self.recorder = recorder
    self.spacing = spacing
    plan = StreamPlan(room: room)
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
    for one in crowd { one.resume() }
    crowd = []
    waiter?.resume(returning: nil)
    waiter = nil
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
      if !known.isEmpty { add(.burst(known, at: time.now)) }
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
      await withCheckedContinuation { continuation in
        guard !isOver, !Task.isCancelled, waiter == nil else { return continuation.resume(returning: nil) }
        waiter = continuation
        deliver()
      }
    } onCancel: {
      Task { await self.endWait() }
    }
  }

  private func endWait() {
    waiter?.resume(returning: nil)
    waiter = nil
  }

  private func add(_ event: QuoteSocketEvent) {
    if isOver { return }
    queue.append(event)
    deliver()
  }

  private func deliver() {
    guard let waiter, !queue.isEmpty else { return }
    self.waiter = nil
    waiter.resume(returning: queue.removeFirst())
    guard queue.count < Self.mostWaiting else { return }
    for one in crowd { one.resume() }
    crowd = []
  }

  /// Waits while the consumer has enough to take: each side then stops reading by itself.
  private func makeRoom() async {
    while queue.count >= Self.mostWaiting, !isOver {
      await withCheckedContinuation { crowd.append($0) }
    }
  }

  // MARK: The stream's side

  private func takeFromStream(_ event: QuoteSocketEvent) async {
    await makeRoom()
    switch event {
    case .connected:
      generation += 1
      status.connected()
      await act(plan.connect())
      add(.connected)
    case .status(let new):
      if let new = status.stream(new) { add(.status(new)) }
    case .burst(let messages, let instant):
      var rest: [FeedMessage] = []
      for message in messages {
        if case .error(FeedMessage.noRoomCode, let symbol, _) = message {
          if let symbol { await act(plan.runOut(of: symbol)) } else { countRefusal() }
        } else {
          rest.append(message)
        }
      }
      if !rest.isEmpty { add(.burst(rest, at: instant)) }
    }
  }

  private func countRefusal() {
    plan.runOut()
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

  // MARK: The requests' side

  private func takeFromRest(_ event: QuoteSocketEvent) async {
    await makeRoom()
    switch event {
    case .connected: break
    case .status(.live): trouble = nil
    case .status(.reconnecting(_, _, _, let reason)): lose(reason)
    case .status(.refused(let reason)):
      lose("")
      sayLater(reason)
    case .status: break
    case .burst(let messages, let instant): await takeFromRest(messages, at: instant)
    }
  }

  private func takeFromRest(_ messages: [FeedMessage], at instant: Instant) async {
    var told: [FeedMessage] = []
    var actions: [StreamPlan.Action] = []
    for message in messages {
      switch message {
      case .snapshot(let patch):
        if let status = status.answered() { add(.status(status)) }
        // Without a price it is asked for again.
        if patch.last != .null { actions += plan.answered(patch.symbol) }
        told.append(message)
      case .error(_, let symbol?, _), .malformed(_, let symbol?):
        actions += plan.answered(symbol)
        told.append(message)
      case .lost(let symbols):
        // The stream proves its own.
        let polled = symbols.filter { plan.polled.contains($0) }
        if !polled.isEmpty {
          doubt(polled)
          told.append(.lost(polled))
        }
      case .source(let said): self.said = said
      // The source's clock.
      default: told.append(message)
      }
    }
    await act(actions)
    await describe()
    if !told.isEmpty { add(.burst(told, at: instant)) }
  }

  /// No request is answered any more: what is polled is out of date, and the rest is not.
  private func lose(_ reason: String) {
    if !plan.polled.isEmpty {
      doubt(plan.polled)
      add(.burst([.lost(plan.polled)], at: time.now))
    }
    guard trouble != reason, !reason.isEmpty else { return }
    trouble = reason
    add(.burst([.error(code: "rest", symbol: nil, message: reason)], at: time.now))
  }

  /// Says why requests are refused, unless the stream is refused too and says so in its own words.
  private func sayLater(_ reason: String) {
    Task { [weak self, time] in
      guard (try? await time.sleep(for: Self.courtesy)) != nil else { return }
      await self?.sayUnlessRefused(reason)
    }
  }

  private func sayUnlessRefused(_ reason: String) {
    if !status.isRefused { lose(reason) }
  }

  private func doubt(_ symbols: [Symbol]) {
    context.equities.doubt(symbols)
    record(.lost(symbols))
  }

  private func record(_ frame: PollFrame) {
    recorder?.received([.text(frame.bytes[...])], at: time.now)
  }

  /// Says in the header how much is polled and how often, and what the requests are about, when that is something else.
  private func describe() async {
    let seconds = Int(await rest.period.components.seconds)
    context.equities.set(polled: Set(plan.polled), every: seconds)
    // Its rows say how often.
    let polled = plan.polled.isEmpty ? "" : "; \(plan.polled.count) polled"
    let source = FeedSource(
      name: label.name, quality: label.quality + polled, isSimulated: label.isSimulated,
      activity: said?.activity, rowQuality: label.rowQuality)
    guard source != described else { return }
    described = source
    record(.described(source))
    add(.burst([.source(source)], at: time.now))
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

  private func confirm(_ symbols: [Symbol], behind count: Int) {
    let delay = Self.lead + spacing * count
    Task { [weak self, time, generation] in
      guard (try? await time.sleep(for: delay)) != nil else { return }
      await self?.confirm(symbols, of: generation)
    }
  }

  private func confirm(_ symbols: [Symbol], of generation: Int) async {
    let wanted = symbols.filter { plan.streamed.contains($0) }
    guard generation == self.generation, !wanted.isEmpty else { return }
    await rest.send(.resync(wanted))
  }

  // MARK: The market

  /// The state of the market changed: what is streamed is told anew.
  public func marketChanged(to state: MarketState) async {
    record(.answer(PollReading.Answer(job: .errand(MarketState.errand), response: state.response)))
    let before = context.equities.market
    let told = context.equities.set(market: state, saying: plan.streamed, in: context)
    if !told.isEmpty { add(.burst(told, at: time.now)) }
    // Another session has another close before it.
    if let before, before.session != state.session { await act(plan.take(.resync(plan.streamed))) }
  }
}

/// A link that asks for its prices, and how often it does.
public protocol PolledLink: QuoteLink {
  /// The time from one price of a symbol to the next.
  var period: Duration { get async }
}
