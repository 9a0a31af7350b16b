/// The way from a host's name to a stream of bytes to that host; lives on the socket thread.
final class ClientOpening {
  /// Told once, unless the opening was cancelled before.
  typealias Completion = (Result<any ByteTransport, WebSocketError>) -> Void

  private let url: WebSocketURL
  private let resolver: NameResolver
  private let trust: TLSTrust
  private let counters: LinkCounters
  private let configuration: WebSocketConfiguration
  private let thread: SocketThread
  private var encryption: TLSSession?
  private var racer: AddressRacer?
  private var completion: Completion?

  /// An opening of a connection to that URL's host and port.
  init(
    url: WebSocketURL, configuration: WebSocketConfiguration, resolver: NameResolver, trust: TLSTrust,
    counters: LinkCounters, thread: SocketThread
  ) {
    self.url = url
    self.configuration = configuration
    self.resolver = resolver
    self.trust = trust
    self.counters = counters
    self.thread = thread
  }

  /// Starts; no call waits for anything.
  func start(completion: @escaping Completion) {
    self.completion = completion
    if url.isSecure {
      do throws(TLSFailure) {
        // The authorities are read for each connection, so that a file that was mended counts.
        encryption = try TLSSession(client: url.host, context: TLSContext(trust: trust))
      } catch {
        finish(.failure(.tls(error)))
        return
      }
    }
    if let addresses = NameResolver.known(url.host, port: url.port) {
      race(addresses)
      return
    }
    let confined = ThreadConfined(self)
    resolver.resolve(url.host, port: url.port, on: thread) { result in
      confined.value.resolved(result)
    }
  }

  /// Gives up; a look-up that goes on is ignored when it ends.
  func cancel() {
    completion = nil
    racer?.cancel()
    racer = nil
  }

  private func resolved(_ result: Result<[SocketAddress], WebSocketError>) {
    guard completion != nil else { return }
    switch result {
    case .success(let addresses): race(addresses)
    case .failure(let error): finish(.failure(error))
    }
  }

  private func race(_ addresses: [SocketAddress]) {
    let racer = AddressRacer(addresses, loop: thread.loop.value)
    self.racer = racer
    racer.start { result in
      switch result {
      case .success(let descriptor):
        self.finish(.success(self.transport(over: descriptor)))
      case .failure(let lost):
        self.finish(.failure(.connectFailed(host: self.url.host, port: self.url.port, reason: lost.reason)))
      }
    }
  }

  /// The layers over a connected socket, the socket's own first.
  private func transport(over descriptor: Int32) -> any ByteTransport {
    if let bytes = configuration.notSentLowWater {
      SystemCall.setNotSentLowWater(descriptor, bytes: bytes)
    }
    let socket = SocketTransport(descriptor: descriptor, loop: thread.loop.value, counters: counters)
    guard let encryption else { return socket }
    return TLSTransport(
      over: socket, session: encryption, counters: counters, limit: configuration.maximumSendBuffer)
  }

  private func finish(_ result: Result<any ByteTransport, WebSocketError>) {
    let completion = completion
    self.completion = nil
    racer = nil
    completion?(result)
  }
}
