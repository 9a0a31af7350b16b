import Synchronization

/// A WebSocket server on one address, with every connection on one socket thread.
///
/// It goes on until ``close()``, also when nobody holds it any more.
public final class WebSocketServer: Sendable {
  /// The host that was asked for.
  public let host: String
  /// The port; the system's choice when 0 was asked for.
  public let port: Int

  private struct Listener {
    let descriptor: ListenerDescriptor
    let socket: ThreadConfined<ListeningSocket>
  }

  private let thread: SocketThread
  private let address: SocketAddress
  private let connections: ThreadConfined<ServerConnections>
  private let listener: Mutex<Listener?>

  /// Starts to listen; looks `host` up first, which may block the caller when it is a name.
  ///
  /// - Parameters:
  ///   - host: An IP literal, `localhost`, or a name of this machine; its first address that works is used.
  ///   - port: 0 to 65535; 0 lets the system choose.
  ///   - encryption: What the server proves itself with over TLS; nil serves without encryption.
  ///   - configuration: The limits of each connection; a request that is not complete within the open timeout is cut.
  ///   - thread: The thread of the connections.
  ///   - makeHandler: Makes the handler of each new connection; called on the thread.
  /// - Throws: `nameResolution`, or `connectFailed` with the system's reason why the port cannot be listened on.
  public static func listen(
    host: String, port: Int, encryption: TLSServerSettings? = nil, configuration: WebSocketConfiguration,
    thread: SocketThread,
    makeHandler: @escaping @Sendable () -> any WebSocketServerHandler
  ) throws(WebSocketError) -> WebSocketServer {
    let addresses: [SocketAddress]
    if let known = NameResolver.known(host, port: port) {
      addresses = known
    } else {
      addresses = try NameResolver.systemLookUp(host, port).get()
    }
    var reason = "it has no address"
    // IPv4 first: whoever is told a port tries 127.0.0.1 sooner than ::1.
    for address in addresses.filter({ $0.family == .v4 }) + addresses.filter({ $0.family == .v6 }) {
      do {
        let bound = try SystemCall.makeListener(at: address)
        return WebSocketServer(
          host: host, descriptor: bound.descriptor, address: bound.address, thread: thread,
          connections: ServerConnections(
            configuration: configuration, encryption: encryption?.context.value, makeHandler: makeHandler))
      } catch {
        reason = error.description
      }
    }
    throw .connectFailed(host: host, port: port, reason: reason)
  }

  private init(
    host: String, descriptor: Int32, address: SocketAddress, thread: SocketThread,
    connections: ServerConnections
  ) {
    self.host = host
    self.address = address
    self.thread = thread
    self.connections = ThreadConfined(connections)
    port = address.port
    listener = Mutex(nil)
    listener.withLock { $0 = start(descriptor) }
  }

  /// Refuses new connections from the moment this returns; those that exist live on.
  public func stopListening() {
    listener.withLock { listener in
      guard let stopped = listener else { return }
      listener = nil
      stopped.descriptor.stopListening()
      thread.run { stopped.socket.value.close() }
    }
  }

  /// Listens on the same address and port again; does nothing while it listens.
  ///
  /// - Throws: `connectFailed` with the system's reason, such as that the port was taken in the meantime.
  public func resumeListening() throws(WebSocketError) {
    let failure = listener.withLock { listener -> SystemError? in
      guard listener == nil else { return nil }
      do throws(SystemError) {
        listener = start(try SystemCall.makeListener(at: address).descriptor)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw .connectFailed(host: host, port: port, reason: failure.description) }
  }

  /// Stops listening and cuts every connection.
  public func close() {
    stopListening()
    thread.run { [connections] in connections.value.cutAll() }
  }

  private func start(_ number: Int32) -> Listener {
    let descriptor = ListenerDescriptor(number)
    let listening = ListeningSocket(descriptor: descriptor, loop: thread.loop.value) {
      [thread, connections] in
      connections.value.serve($0, on: thread)
    }
    let socket = ThreadConfined(listening)
    if !thread.run({ socket.value.start() }) { descriptor.release() }
    return Listener(descriptor: descriptor, socket: socket)
  }
}
