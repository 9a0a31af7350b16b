import Foundation

/// Makes client connections over TCP, all of them on one socket thread.
///
/// The handler is held until it was told `.closed`, which follows in every case: a URL that cannot be used,
/// a name that does not resolve, a server that does not answer within the open timeout.
public final class SocketConnector: WebSocketConnector {
  private let thread: SocketThread
  private let resolver: NameResolver
  private let trust: TLSTrustReader
  private let proxies: ProxyEnvironment

  /// A connector whose connections live on that thread, and go through those proxies; encrypted ones believe the
  /// authorities of `trust`.
  public convenience init(
    thread: SocketThread, trust: TLSTrust = TLSTrust(), proxies: ProxyEnvironment = ProxyEnvironment()
  ) {
    self.init(thread: thread, resolver: NameResolver(), trust: trust, proxies: proxies)
  }

  /// A connector that asks another resolver for names.
  init(
    thread: SocketThread, resolver: NameResolver, trust: TLSTrust = TLSTrust(),
    proxies: ProxyEnvironment = ProxyEnvironment()
  ) {
    self.thread = thread
    self.resolver = resolver
    self.trust = TLSTrustReader(trust)
    self.proxies = proxies
  }

  /// Starts connecting and returns at once; everything that follows is told on the socket thread.
  public func connect(
    to url: WebSocketURL, headers: [HTTPHeader], configuration: WebSocketConfiguration,
    handler: any WebSocketHandler
  ) -> any WebSocketLink {
    let thread = thread
    var random = BufferedRandom()
    let machine = WebSocketMachine(
      client: url, headers: headers, configuration: configuration, nonce: random.bytes(16),
      sha1: { SHA1.digest($0) }, compression: ZlibCompression())
    let connection = ThreadConfined(
      WebSocketConnection(
        machine: machine, random: random, configuration: configuration, loop: thread.loop.value))
    let counters = LinkCounters()
    let link = ClientLink(port: ConnectionPort(thread: thread, connection: connection, counters: counters))
    let isPosted = thread.run { [resolver, trust, proxies] in
      let opening = ClientOpening(
        url: url, configuration: configuration, resolver: resolver, trust: trust, proxies: proxies,
        counters: counters, thread: thread)
      connection.value.begin(
        listener: ConnectionListener(handler, link), overdue: { opening.overdue },
        whenOver: { opening.cancel() })
      opening.start { result in
        switch result {
        case .success(let transport): connection.value.attach(transport)
        case .failure(let error): connection.value.cut(error)
        }
      }
    }
    if !isPosted {
      // The socket thread is gone, yet `.closed` is owed, and never from inside this call.
      Thread.detachNewThread {
        let closure = WebSocketClosure(code: 1006, reason: "", isClean: false, error: .aborted)
        handler.webSocket(link, received: [.closed(closure)], at: .now)
      }
    }
    return link
  }
}

extension ConnectionListener {
  /// The listener that is a client's handler.
  fileprivate init(_ handler: any WebSocketHandler, _ link: any WebSocketLink) {
    received = { handler.webSocket(link, received: $0, at: $1) }
    drained = { handler.webSocketDrained(link) }
  }
}
