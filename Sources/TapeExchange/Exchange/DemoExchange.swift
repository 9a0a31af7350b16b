public import TapeDomain
public import TapeWebSocket

/// The demo exchange: a real server of the native protocol on loopback, with simulated prices and faults on demand.
///
/// An actor, since its inputs come from three sides: the socket thread, a timer, and whoever applies faults. The socket
/// thread only hands events over; the actor hands each step's frames back in one go, so a step costs one wake-up
/// however many frames it has. All decisions are ``ExchangeCore``'s. It sleeps until something is due, and at most a
/// hundred times a second; a market that nobody watches wakes nobody, and catches up when somebody does.
public actor DemoExchange {
  /// The names of all venues, such as `XETR`.
  public static let venues = Set(InstrumentCatalog.instruments().map(\.exchange)).sorted()

  /// The least time between two steps.
  static let stepSpacing = Duration.milliseconds(10)

  private let configuration: ExchangeConfiguration
  private let encryption: TLSServerSettings?
  private let time: TimeSource
  private let thread: SocketThread
  private let names = ClientNames()

  private var core: ExchangeCore?
  private var server: WebSocketServer?
  private var links: [ClientID: any WebSocketServerLink] = [:]
  private var signals: AsyncStream<ClientHandler.Signal>.Continuation?
  private var lastStep: Instant
  private var timer: (at: Instant, task: Task<Void, Never>)?

  /// An exchange that is not started yet; its connections will live on `thread`, over TLS with `encryption`.
  public init(
    configuration: ExchangeConfiguration, encryption: TLSServerSettings? = nil, time: TimeSource,
    thread: SocketThread
  ) {
    self.configuration = configuration
    self.encryption = encryption
    self.time = time
    self.thread = thread
    lastStep = time.now - Self.stepSpacing
  }

  /// Opens the market and listens; it goes on until ``stop()``.
  ///
  /// - Returns: The base URL, such as `http://127.0.0.1:8080`, or `https` with encryption.
  /// - Throws: `connectFailed` or `nameResolution` when the address cannot be listened on.
  public func start() async throws(WebSocketError) -> String {
    let (stream, signals) = AsyncStream.makeStream(of: ClientHandler.Signal.self)
    await stop()
    let server = try WebSocketServer.listen(
      host: configuration.host, port: configuration.port, encryption: encryption,
      configuration: Self.connectionLimits, thread: thread,
      makeHandler: { [names] in ClientHandler(id: names.next(), signals: signals) })
    self.server = server
    self.signals = signals
    core = ExchangeCore(configuration: configuration, at: moment)
    Task { [weak self] in
      for await signal in stream { await self?.take(signal) }
    }
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    return "\(encryption == nil ? "http" : "https")://\(host):\(server.port)"
  }

  /// Lets a fault happen; ignored while the exchange is not started.
  ///
  /// - Returns: Why it did nothing, as a sentence, such as for a symbol that is not listed; nil when it did something.
  @discardableResult
  public func apply(_ fault: ExchangeFault) async -> String? {
    if let objection = core?.objection(to: fault) { return objection }
    guard let actions = core?.apply(fault, at: moment) else { return nil }
    perform(actions)
    proceed()
    return nil
  }

  /// Why a fault would do nothing, as a sentence; nil when it would do something, or the exchange is not started.
  public func objection(to fault: ExchangeFault) async -> String? {
    core?.objection(to: fault)
  }

  /// What the exchange itself holds true of an instrument; nil when it does not list it or is not started.
  public func truth(of symbol: Symbol) async -> ExchangeTruth? {
    core?.truth(of: symbol)
  }

  /// The prices that each instrument held at `since` or later, for at most six seconds back; empty unless the
  /// configuration asks for a history.
  public func prices(since: Instant) async -> [Symbol: Set<Int>] {
    core?.prices(since: since) ?? [:]
  }

  /// Cuts every connection and stops listening.
  public func stop() async {
    timer?.task.cancel()
    timer = nil
    signals?.finish()
    signals = nil
    server?.close()
    server = nil
    links.removeAll()
    core = nil
  }

  /// Limits of a connection: the feed sends its own pongs and bounds what waits; only a long watchlist is larger.
  private static var connectionLimits: WebSocketConfiguration {
    var limits = WebSocketConfiguration()
    limits.answersPings = false
    limits.maximumMessageSize = 64 << 10
    limits.maximumSendBuffer = 16 << 20
    limits.notSentLowWater = 16 << 10
    return limits
  }

  private var moment: Moment { Moment(now: time.now, wall: time.wall) }

  private func take(_ signal: ClientHandler.Signal) {
    switch signal {
    case .drained(let id): core?.linkDrained(id)
    case .received(let events, let link, let handler):
      handler.handled(on: link)
      guard core != nil else { return }
      links[handler.id] = link
      perform(core?.receive(events, from: handler.id, at: moment) ?? [])
      if case .closed = events.last { links[handler.id] = nil }
    }
    proceed()
  }

  /// Does what is due, and sleeps until more is.
  private func proceed() {
    if let wake = nextWake(), wake <= time.now { step() }
    // What is due again at once waits for a turn of its own, so that an overloaded exchange still hears and stops.
    if let wake = nextWake() {
      sleep(until: wake)
    } else {
      timer?.task.cancel()
      timer = nil
    }
  }

  private func nextWake() -> Instant? {
    core?.nextDue(at: time.now).map { max($0, lastStep + Self.stepSpacing) }
  }

  private func step() {
    let moment = moment
    lastStep = moment.now
    let loads = links.mapValues { LinkLoad(waiting: $0.bytesWaiting, sent: $0.traffic.sent) }
    perform(core?.step(moment, loads: loads) ?? [])
  }

  private func sleep(until instant: Instant) {
    if timer?.at == instant { return }
    timer?.task.cancel()
    let task = Task { [weak self, time] in
      do {
        try await time.sleep(until: instant)
        await self?.wake(from: instant)
      } catch {
        // Cancelled: an earlier timer took over.
      }
    }
    timer = (instant, task)
  }

  private func wake(from instant: Instant) {
    guard timer?.at == instant else { return }
    timer = nil
    proceed()
  }

  private func perform(_ actions: [ExchangeAction]) {
    var linkActions: [(link: any WebSocketServerLink, action: LinkAction)] = []
    for action in actions {
      switch action {
      case .stopListening: server?.stopListening()
      case .resumeListening: resumeListening()
      case .link(let id, let action):
        if let link = links[id] { linkActions.append((link, action)) }
      }
    }
    guard !linkActions.isEmpty else { return }
    thread.run { [linkActions] in
      for (link, action) in linkActions { action.perform(on: link) }
    }
  }

  private func resumeListening() {
    do {
      try server?.resumeListening()
    } catch {
      // Somebody else took the port: try again soon.
      perform(core?.apply(.refuse(.seconds(1)), at: moment) ?? [])
    }
  }
}
