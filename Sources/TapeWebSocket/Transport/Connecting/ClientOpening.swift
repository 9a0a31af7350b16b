/// The way from a host's name to a stream of bytes to that host; lives on the socket thread.
final class ClientOpening {
  /// Told once, unless the opening was cancelled before.
  typealias Completion = (Result<any ByteTransport, WebSocketError>) -> Void

  private let url: WebSocketURL
  private let resolver: NameResolver
  private let trust: TLSTrustReader
  private let counters: LinkCounters
  private let configuration: WebSocketConfiguration
  private let thread: SocketThread
  private let proxies: ProxyEnvironment
  private var encryption: TLSSession?
  private var route: ProxyRoute?
  private var tunnel: TunnelTransport?
  private var racer: AddressRacer?
  private var completion: Completion?

  /// An opening of a connection to that URL's host and port.
  init(
    url: WebSocketURL, configuration: WebSocketConfiguration, resolver: NameResolver, trust: TLSTrustReader,
    proxies: ProxyEnvironment,
    counters: LinkCounters, thread: SocketThread
  ) {
    self.url = url
    self.configuration = configuration
    self.resolver = resolver
    self.trust = trust
    self.proxies = proxies
    self.counters = counters
    self.thread = thread
  }

  /// Starts; no call waits for anything.
  func start(completion: @escaping Completion) {
    self.completion = completion
    if url.isSecure {
      do throws(TLSFailure) {
        encryption = try TLSSession(client: url.host, context: TLSContext(authorities: trust.authorities()))
      } catch {
        finish(.failure(.tls(error)))
        return
      }
    }
    do {
      route = try proxies.proxy(for: url).map { ProxyRoute(proxy: $0, url: url) }
    } catch {
      finish(.failure(.proxySetting(error)))
      return
    }
    guard route?.needsAddress ?? false else {
      connect()
      return
    }
    resolve(url.host, port: url.port) { addresses in
      self.route?.address = addresses.first?.literal
      self.connect()
    }
  }

  /// What a connection that took too long to open failed with: until a proxy is through, it is the proxy's fault.
  var overdue: WebSocketError {
    guard let route, tunnel?.isEstablished != true else { return .openTimeout }
    return .proxy(ProxyFailure(route.proxy, .silent))
  }

  /// Gives up; a look-up that goes on is ignored when it ends.
  func cancel() {
    completion = nil
    racer?.cancel()
    racer = nil
    tunnel = nil
  }

  /// Connects to the proxy when there is one, else to the server.
  private func connect() {
    let proxy = route?.proxy
    resolve(proxy?.host ?? url.host, port: proxy?.port ?? url.port) { self.race($0) }
  }

  private func resolve(_ host: String, port: Int, then next: @escaping ([SocketAddress]) -> Void) {
    if let addresses = NameResolver.known(host, port: port) {
      next(addresses)
      return
    }
    let confined = ThreadConfined((opening: self, next: next))
    resolver.resolve(host, port: port, on: thread) { result in
      let (opening, next) = confined.value
      guard opening.completion != nil else { return }
      switch result {
      case .success(let addresses): next(addresses)
      case .failure(let error): opening.finish(.failure(opening.blaming(error, host: host)))
      }
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
        let fault = self.route.map { WebSocketError.proxy(ProxyFailure($0.proxy, .notReached(lost.reason))) }
        self.finish(
          .failure(fault ?? .connectFailed(host: self.url.host, port: self.url.port, reason: lost.reason)))
      }
    }
  }

  /// The layers over a connected socket, the socket's own first.
  private func transport(over descriptor: Int32) -> any ByteTransport {
    if let bytes = configuration.notSentLowWater {
      SystemCall.setNotSentLowWater(descriptor, bytes: bytes)
    }
    let socket = SocketTransport(
      descriptor: descriptor, loop: thread.loop.value, counters: counters,
      sendTimeout: configuration.sendTimeout)
    let lower = tunnel(over: socket)
    guard let encryption else { return lower }
    return TLSTransport(
      over: lower, session: encryption, counters: counters, limit: configuration.maximumSendBuffer)
  }

  /// The way through the proxy when there is one.
  private func tunnel(over socket: SocketTransport) -> any ByteTransport {
    guard let route else { return socket }
    let tunnel = TunnelTransport(over: socket, proxy: route.proxy, tunnel: route.tunnel)
    self.tunnel = tunnel
    return tunnel
  }

  /// A look-up of the proxy's name that failed is the proxy's fault.
  private func blaming(_ error: WebSocketError, host: String) -> WebSocketError {
    guard let proxy = route?.proxy, host == proxy.host, case .nameResolution(_, let reason) = error else {
      return error
    }
    return .proxy(ProxyFailure(proxy, .notFound(reason)))
  }

  private func finish(_ result: Result<any ByteTransport, WebSocketError>) {
    let completion = completion
    self.completion = nil
    racer = nil
    completion?(result)
  }
}
