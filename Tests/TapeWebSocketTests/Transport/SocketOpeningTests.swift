import Foundation
import Testing

@testable import TapeWebSocket

@Suite("Opening a connection", .timeLimit(.minutes(4)))
struct SocketOpeningTests {
  private let thread: SocketThread

  init() throws {
    thread = try SocketThread()
  }

  private func closure(
    host: String, port: Int, isSecure: Bool = false, timeout: Duration = .seconds(30),
    resolver: NameResolver = NameResolver()
  ) async -> WebSocketClosure? {
    var configuration = WebSocketConfiguration()
    configuration.openTimeout = timeout
    let events = EventRecorder()
    _ = SocketConnector(thread: thread, resolver: resolver).connect(
      to: WebSocketURL(isSecure: isSecure, host: host, port: port, resource: "/"), headers: [],
      configuration: configuration, handler: events)
    return await events.closure()
  }

  @Test("A port where nobody listens is refused, in the system's words")
  func refused() async throws {
    let bound = try SystemCall.makeListener(at: RawPeer.loopback(port: 0))
    SystemCall.release(bound.descriptor)

    let closure = try #require(await closure(host: "127.0.0.1", port: bound.address.port))

    #expect(closure.code == 1006)
    #expect(
      closure.error
        == .connectFailed(host: "127.0.0.1", port: bound.address.port, reason: "Connection refused"))
  }

  @Test("A name that does not resolve says so, with the resolver's reason")
  func unresolvable() async throws {
    // Longer than a label may be, so that no name server is asked.
    let host = String(repeating: "a", count: 64) + ".invalid"
    guard case .nameResolution(host, let reason) = try #require(await closure(host: host, port: 80)).error
    else {
      Issue.record("no nameResolution")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test("A server that never answers the handshake is given up when the time to open is over")
  func silentServer() async throws {
    let port = try RawPeer.listen(on: thread) { _, _ in }
    let closure = try #require(
      await closure(host: "127.0.0.1", port: port, timeout: .milliseconds(50)))
    #expect(closure == WebSocketClosure(code: 1006, reason: "", isClean: false, error: .openTimeout))
  }

  @Test("A dead first address does not keep the second from being tried")
  func deadFirstAddress() async throws {
    let server = try WebSocketServer.listen(
      host: "127.0.0.1", port: 0, configuration: WebSocketConfiguration(), thread: thread,
      makeHandler: ServerHandler.echo)
    let closed = try SystemCall.makeListener(at: RawPeer.loopback(port: 0))
    SystemCall.release(closed.descriptor)
    let addresses = [closed.address, try RawPeer.loopback(port: server.port)]

    try await expectOpened(resolver: NameResolver { _, _ in .success(addresses) })
  }

  @Test("An address without an answer is joined by the next after 250 ms")
  func silentFirstAddress() async throws {
    let server = try WebSocketServer.listen(
      host: "127.0.0.1", port: 0, configuration: WebSocketConfiguration(), thread: thread,
      makeHandler: ServerHandler.echo)
    let full = try FullListener()
    let addresses = [full.address, try RawPeer.loopback(port: server.port)]

    let start = ContinuousClock.now
    try await expectOpened(resolver: NameResolver { _, _ in .success(addresses) })

    #expect(start.duration(to: .now) >= AddressRace.stagger)
  }

  @Test("A look-up that ends after its deadline is ignored")
  func lateLookUp() async throws {
    let (requests, continuation) = AsyncStream<Void>.makeStream()
    let server = try WebSocketServer.listen(
      host: "127.0.0.1", port: 0, configuration: WebSocketConfiguration(), thread: thread,
      makeHandler: ServerHandler.accepting { _, _ in continuation.yield() })
    let address = try RawPeer.loopback(port: server.port)
    let gate = DispatchSemaphore(value: 0)
    let (returns, returned) = AsyncStream<Void>.makeStream()
    let resolver = NameResolver { _, _ in
      gate.wait()
      defer { returned.yield() }
      return .success([address])
    }

    let closure = try #require(
      await closure(host: "slow.test", port: 80, timeout: .milliseconds(20), resolver: resolver))
    #expect(closure.error == .openTimeout)

    gate.signal()
    _ = await returns.first { _ in true }
    // Whatever the late addresses could lead to would be there before this answer.
    let events = EventRecorder()
    let link = SocketConnector(thread: thread).connect(
      to: url(host: "127.0.0.1", port: server.port), headers: [], configuration: WebSocketConfiguration(),
      handler: events)
    _ = await events.next()
    link.abort()
    _ = await events.closure()
    await thread.settle()
    continuation.finish()
    let count = await requests.reduce(0) { count, _ in count + 1 }
    #expect(count <= 2, "one request and one end, of the second connection")
  }

  @Test("Closing or cutting before the connection is open ends it")
  func givingUp() async throws {
    let port = try RawPeer.listen(on: thread) { _, _ in }
    for isAborted in [false, true] {
      let events = EventRecorder()
      let link = SocketConnector(thread: thread).connect(
        to: url(host: "127.0.0.1", port: port), headers: [], configuration: WebSocketConfiguration(),
        handler: events)
      if isAborted { link.abort() } else { link.close(code: 1000, reason: "") }
      let closure = try #require(await events.closure())
      #expect(closure.code == 1006)
      #expect(closure.error == (isAborted ? .aborted : nil))
    }
  }

  @Test("After the thread has ended a connection is still told that it is closed")
  func endedThread() async throws {
    thread.stop()
    #expect(try #require(await closure(host: "127.0.0.1", port: 1)).error == .aborted)
    #expect(try #require(await closure(host: "127.0.0.1", port: 1)).error == .aborted)
  }

  private func expectOpened(resolver: NameResolver) async throws {
    let events = EventRecorder()
    let link = SocketConnector(thread: thread, resolver: resolver).connect(
      to: url(host: "prices.test", port: 80), headers: [], configuration: WebSocketConfiguration(),
      handler: events)
    guard case .opened = await events.next() else {
      Issue.record("not opened")
      return
    }
    link.abort()
  }
}

/// A listener whose queue is full, so that the system drops what would connect.
private final class FullListener {
  let address: SocketAddress
  private var descriptors: [Int32] = []

  init() throws {
    let bound = try SystemCall.makeListener(at: RawPeer.loopback(port: 0))
    address = bound.address
    descriptors = [bound.descriptor]
    _ = listen(bound.descriptor, 0)
    for _ in 0..<4 {
      let descriptor = try SystemCall.makeSocket(.v4)
      descriptors.append(descriptor)
      _ = SystemCall.startConnecting(descriptor, to: address)
    }
  }

  deinit {
    for descriptor in descriptors { SystemCall.release(descriptor) }
  }
}
