/// The connections of one server; lives on the socket thread.
final class ServerConnections {
  /// Makes the handler of a new connection.
  typealias MakeHandler = @Sendable () -> any WebSocketServerHandler

  private let configuration: WebSocketConfiguration
  private let encryption: TLSContext?
  private let makeHandler: MakeHandler
  private var connections: [ObjectIdentifier: WebSocketConnection] = [:]

  /// No connections yet; with `encryption` each is one of TLS.
  init(configuration: WebSocketConfiguration, encryption: TLSContext?, makeHandler: @escaping MakeHandler) {
    self.configuration = configuration
    self.encryption = encryption
    self.makeHandler = makeHandler
  }

  /// Starts to serve an accepted socket.
  func serve(_ descriptor: Int32, on thread: SocketThread) {
    if let bytes = configuration.notSentLowWater {
      SystemCall.setNotSentLowWater(descriptor, bytes: bytes)
    }
    let machine = WebSocketMachine(
      server: configuration, sha1: { SHA1.digest($0) }, compression: ZlibCompression())
    let connection = WebSocketConnection(
      machine: machine, random: BufferedRandom(), configuration: configuration, loop: thread.loop.value)
    let counters = LinkCounters()
    let link = ServerLink(
      port: ConnectionPort(thread: thread, connection: ThreadConfined(connection), counters: counters))
    let id = ObjectIdentifier(connection)
    connections[id] = connection
    connection.begin(
      listener: ConnectionListener(makeHandler(), link), whenOver: { self.connections[id] = nil })
    let socket = SocketTransport(
      descriptor: descriptor, loop: thread.loop.value, counters: counters,
      sendTimeout: configuration.sendTimeout)
    do throws(TLSFailure) {
      connection.attach(try transport(over: socket, counters: counters))
    } catch {
      socket.cut(resetting: false)
      connection.cut(.tls(error))
    }
  }

  private func transport(
    over socket: SocketTransport, counters: LinkCounters
  ) throws(TLSFailure) -> any ByteTransport {
    guard let encryption else { return socket }
    return TLSTransport(
      over: socket, session: try TLSSession(server: encryption), counters: counters,
      limit: configuration.maximumSendBuffer)
  }

  /// Cuts every connection.
  func cutAll() {
    for connection in connections.values { connection.cut(.aborted) }
  }
}

extension ConnectionListener {
  /// The listener that is a server's handler.
  fileprivate init(_ handler: any WebSocketServerHandler, _ link: any WebSocketServerLink) {
    received = { handler.webSocket(link, received: $0, at: $1) }
    drained = { handler.webSocketDrained(link) }
  }
}
