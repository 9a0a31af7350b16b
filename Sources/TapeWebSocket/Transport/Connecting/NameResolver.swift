import Foundation

/// Turns host names into addresses without ever making the socket thread wait.
struct NameResolver: Sendable {
  /// A look-up that may block for as long as it likes; its result is the addresses in the system's order.
  typealias LookUp = @Sendable (_ host: String, _ port: Int) -> Result<[SocketAddress], WebSocketError>

  private let lookUp: LookUp

  /// A resolver on top of that look-up: the system's unless a test brings its own.
  init(lookUp: @escaping LookUp = NameResolver.systemLookUp) {
    self.lookUp = lookUp
  }

  /// Calls `completion` on `thread` with the addresses of `host`.
  ///
  /// Each look-up has a thread of its own, since `getaddrinfo` can neither be bounded nor cancelled; whoever
  /// gave up on it in the meantime ignores the result.
  func resolve(
    _ host: String, port: Int, on thread: SocketThread,
    completion: @escaping @Sendable (Result<[SocketAddress], WebSocketError>) -> Void
  ) {
    Thread.detachNewThread { [lookUp] in
      let result = lookUp(host, port)
      thread.run { completion(result) }
    }
  }

  /// Addresses that need no look-up: IP literals, and `localhost` (RFC 6761 §6.3).
  static func known(_ host: String, port: Int) -> [SocketAddress]? {
    if ["localhost", "localhost."].contains(host.lowercased()) {
      return ["::1", "127.0.0.1"].flatMap {
        (try? addresses(of: $0, port: port, flags: AI_NUMERICHOST).get()) ?? []
      }
    }
    return try? addresses(of: host, port: port, flags: AI_NUMERICHOST).get()
  }

  /// The system's own resolver: hosts file, DNS and whatever else it is set up to ask.
  static let systemLookUp: LookUp = { host, port in addresses(of: host, port: port, flags: 0) }

  private static func addresses(
    of host: String, port: Int, flags: Int32
  ) -> Result<[SocketAddress], WebSocketError> {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = flags | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard status == 0 else {
      let reason =
        status == EAI_SYSTEM ? SystemError(code: errno).description : String(cString: gai_strerror(status))
      return .failure(.nameResolution(host: host, reason: reason))
    }
    var addresses: [SocketAddress] = []
    var entry = list
    while let info = entry?.pointee {
      if let pointer = info.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(info.ai_addrlen))
        addresses.append(SocketAddress(bytes: bytes))
      }
      entry = info.ai_next
    }
    return .success(addresses)
  }
}
