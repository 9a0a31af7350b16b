public import TapeDomain
public import TapeWebSocket

/// The link to a source over WebSocket: connects, proves itself alive, and repairs itself for ever.
///
/// The rules are in ``ConnectionMachine``; this actor only does what takes time for it: it reads tokens, starts
/// connections and waits for deadlines.
public actor QuoteSocketConnection: QuoteLink {
  private let connector: any WebSocketConnector
  private let configuration: WebSocketConfiguration
  private let dialect: any FeedDialect
  private let tokens: (any TokenSource)?
  private let credentials: Credentials?
  private let time: TimeSource
  private let url: WebSocketURL
  private let core: ConnectionCore
  private var loop: Task<Void, Never>?
  private var alarm: Task<Void, Never>?

  /// A link that is not started.
  ///
  /// - Parameters:
  ///   - url: Where the quotes are, `{base}/v1/quotes`.
  ///   - connector: Makes the connections.
  ///   - configuration: The limits and times of each.
  ///   - dialect: The source's wire format; each connection gets its own copy.
  ///   - tokens: Where the token comes from; nil for none.
  ///   - credentials: The user's keys, for a source that asks for some.
  ///   - time: The clocks.
  ///   - jitter: A random factor per mille, 500…1500, drawn for each delay.
  ///   - recorder: Hears all that crosses the link.
  ///   - log: Takes a line for each change of the link, without secrets; called from any thread and must not block.
  public init(
    url: WebSocketURL, connector: any WebSocketConnector,
    configuration: WebSocketConfiguration = WebSocketConfiguration(), dialect: any FeedDialect,
    tokens: (any TokenSource)?, credentials: Credentials? = nil, time: TimeSource,
    jitter: @escaping @Sendable () -> Int, recorder: (any LinkRecorder)? = nil,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.url = url
    self.connector = connector
    var configuration = configuration
    configuration.gathersTexts = true
    self.configuration = configuration
    self.dialect = dialect
    self.tokens = tokens
    self.credentials = credentials
    self.time = time
    let remedy =
      tokens?.remedy ?? credentials?.remedy ?? dialect.terms.remedy
      ?? "Restart with a token in TAPE_TOKEN or a token file."
    core = ConnectionCore(
      url: url, dialect: dialect, credentials: credentials, remedy: remedy, time: time, jitter: jitter,
      recorder: recorder, log: log)
  }

  /// How many connections were made after the first one.
  public var reconnects: Int { core.reconnects }

  /// Starts the first connection; a second call does nothing.
  public func start() {
    guard loop == nil else { return }
    loop = Task { [weak self, wakeUps = core.wakeUps] in
      for await _ in wakeUps { await self?.work() }
    }
    core.input { machine, now, _ in machine.start(at: now) }
  }

  /// Closes the connection and ends the events, for ever.
  public func stop() {
    alarm?.cancel()
    core.finish()
  }

  /// Closes the socket while the program is stopped (Ctrl-Z).
  public func suspend() {
    core.input { machine, _, _ in machine.suspend() }
  }

  /// Reconnects at once after ``suspend()``; else does what ``retry()`` does.
  public func resume() {
    core.input { machine, now, jitter in machine.resume(at: now, jitter: jitter) }
  }

  /// Tries again at once when the link is not live, at most once in 2 s.
  public func retry() {
    core.input { machine, now, jitter in machine.retry(at: now, jitter: jitter) }
  }

  /// The way into the network changed: tries again at once when the link waits, and asks it for a sign when it is open.
  public nonisolated func networkChanged() {
    core.input { machine, now, jitter in machine.networkChanged(at: now, jitter: jitter) }
  }

  /// The events, in order, for one consumer.
  public nonisolated func frames() -> AsyncStream<QuoteSocketEvent> {
    AsyncStream { [core] in await core.next() }
  }

  /// Sends a command on the connection whose `.connected` was taken last; dropped when that is over.
  public func send(_ command: FeedCommand) {
    core.send(command)
  }

  /// Closes the current connection with `code` and reconnects with backoff; `reason` is shown.
  public func fail(code: UInt16, reason: String) {
    core.fail(code: code, reason: reason)
  }

  /// The bytes received and sent on all connections so far.
  public func traffic() -> WebSocketTraffic {
    core.traffic
  }

  private func work() async {
    while true {
      let (work, deadline) = core.takeWork()
      switch work {
      case .readToken(let request):
        core.tokenRead(await readToken(), request: request)
      case .connect(let target, let generation):
        let handler = ConnectionHandler(core: core, generation: generation, dialect: dialect)
        let (url, headers) = credentials?.handshake(to: target) ?? (target, [])
        let link = connector.connect(
          to: url, headers: headers, configuration: configuration, handler: handler)
        core.attach(link, generation: generation)
      case nil:
        arm(deadline)
        return
      }
    }
  }

  private func readToken() async -> Result<AccessToken?, TokenError> {
    if credentials != nil, let refusal = Credentials.refusal(isSecure: url.isSecure, host: url.host) {
      return .failure(TokenError(sentence: refusal))
    }
    do {
      let token = try await tokens?.token()
      if token != nil, let refusal = TokenRule.refusal(isSecure: url.isSecure, host: url.host) {
        return .failure(TokenError(sentence: refusal))
      }
      return .success(token)
    } catch {
      return .failure(error)
    }
  }

  private func arm(_ deadline: Instant?) {
    alarm?.cancel()
    alarm = nil
    guard let deadline else { return }
    alarm = Task { [core, time] in
      // Cancelled: another alarm has taken its place.
      guard (try? await time.sleep(until: deadline)) != nil else { return }
      core.alarmRang()
    }
  }
}
