/// The way from a host's name to a connected socket; lives on the socket thread.
final class ClientOpening {
  /// Told once, unless the opening was cancelled before.
  typealias Completion = (Result<Int32, WebSocketError>) -> Void

  private let url: WebSocketURL
  private let resolver: NameResolver
  private let thread: SocketThread
  private var racer: AddressRacer?
  private var completion: Completion?

  /// An opening of a connection to that URL's host and port.
  init(url: WebSocketURL, resolver: NameResolver, thread: SocketThread) {
    self.url = url
    self.resolver = resolver
    self.thread = thread
  }

  /// Starts; no call waits for anything.
  func start(completion: @escaping Completion) {
    self.completion = completion
    guard !url.isSecure else {
      finish(.failure(.invalidURL("wss is not supported yet: this version has no TLS. Use a ws URL.")))
      return
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
      self.finish(
        result.mapError { .connectFailed(host: self.url.host, port: self.url.port, reason: $0.reason) })
    }
  }

  private func finish(_ result: Result<Int32, WebSocketError>) {
    let completion = completion
    self.completion = nil
    racer = nil
    completion?(result)
  }
}
