import Foundation

extension SystemCall {
  /// A TCP socket that does not block, is not inherited and sends small messages at once.
  static func makeSocket(_ family: SocketAddress.Family) throws(SystemError) -> Int32 {
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = try require { socket(family.rawValue, flags, Int32(IPPROTO_TCP)) }
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, to: Int32(1))
    return descriptor
  }

  /// Starts connecting; `wouldBlock` when poll will say that the socket is writable once it is decided.
  static func startConnecting(_ descriptor: Int32, to address: SocketAddress) -> Outcome {
    address.withSystemAddress { pointer, length in
      attempt { Int(connect(descriptor, pointer, length)) }
    }
  }

  /// The error that a socket has met since the last call, cleared by it.
  static func takeError(_ descriptor: Int32) -> SystemError? {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else {
      return SystemError(code: errno)
    }
    return code == 0 ? nil : SystemError(code: code)
  }

  /// A socket that listens at `address` and does not block, and the address with the port that it got.
  static func makeListener(
    at address: SocketAddress
  ) throws(SystemError) -> (descriptor: Int32, address: SocketAddress) {
    let descriptor = try makeSocket(address.family)
    do {
      // Listening again at once must not fail because of connections that are still winding down.
      setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, to: Int32(1))
      try require { address.withSystemAddress { bind(descriptor, $0, $1) } }
      try require { listen(descriptor, SOMAXCONN) }
      return (descriptor, try localAddress(descriptor))
    } catch {
      release(descriptor)
      throw error
    }
  }

  /// Refuses new connections at once, also while another thread polls the listener.
  static func stopListening(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Takes the next connection of a listener, prepared like the sockets of ``makeSocket(_:)``.
  static func acceptConnection(_ listener: Int32) -> Outcome {
    let outcome = attempt { Int(accept(listener, nil, nil)) }
    guard case .done(let result) = outcome else { return outcome }
    let descriptor = Int32(truncatingIfNeeded: result)
    do {
      try prepare(descriptor)
    } catch {
      release(descriptor)
      return .failed(error)
    }
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, to: Int32(1))
    return outcome
  }

  /// The address that a socket is bound to.
  private static func localAddress(_ descriptor: Int32) throws(SystemError) -> SocketAddress {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { throw SystemError(code: errno) }
    return withUnsafeBytes(of: &storage) { SocketAddress(bytes: $0.prefix(Int(length))) }
  }

  /// Ends our side after all bytes that were sent (FIN).
  static func endSending(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Makes the coming close drop everything and tell the peer so (RST).
  static func resetWhenReleased(_ descriptor: Int32) {
    setOption(descriptor, SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
  }

  /// Bounds what the system holds unsent, so that fresh messages are not queued behind old ones.
  static func setNotSentLowWater(_ descriptor: Int32, bytes: Int) {
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: Int32(clamping: bytes))
  }

  /// Options only tune a connection, so that a system which lacks one does not fail it.
  private static func setOption<Value>(_ descriptor: Int32, _ level: Int32, _ name: Int32, to value: Value) {
    withUnsafeBytes(of: value) {
      _ = setsockopt(descriptor, level, name, $0.baseAddress, socklen_t($0.count))
    }
  }
}
