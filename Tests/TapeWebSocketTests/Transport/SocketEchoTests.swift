import Testing

@testable import TapeWebSocket

@Suite("Messages over a real socket", .timeLimit(.minutes(4)))
struct SocketEchoTests {
  @Test("A text comes back as it was sent", arguments: [0, 125, 126, 65_535, 65_536, 1 << 20])
  func echo(size: Int) async throws {
    let loopback = try Loopback()
    defer { loopback.end() }
    let (link, events) = try await loopback.open()
    let text = (0..<size).map { UInt8(truncatingIfNeeded: 32 + ($0 &* 31) % 95) }

    link.send(text: text)
    link.send(text: Array("end".utf8))

    #expect(await events.nextText() == text)
    #expect(await events.nextText() == Array("end".utf8))
  }

  @Test("Twenty thousand messages on one connection all come back, in order")
  func many() async throws {
    let loopback = try Loopback()
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    let before = link.traffic
    for number in 0..<20_000 { link.send(text: Array(String(number).utf8)) }

    var expected = 0
    for await event in events.events {
      #expect(event == .text(Array(String(expected).utf8)[...]))
      expected += 1
      if expected == 20_000 { break }
    }
    #expect(expected == 20_000)
    #expect(link.bytesWaiting == 0)
    let payload = (0..<20_000).reduce(0) { $0 + String($1).utf8.count }
    let after = link.traffic
    #expect(after.received - before.received == payload + 20_000 * 2)
    #expect(after.sent - before.sent == payload + 20_000 * 6, "with the four bytes of each mask")
  }

  @Test("A host is reached by name and by IPv4 literal", arguments: ["localhost", "127.0.0.1"])
  func hosts(host: String) async throws {
    let loopback = try Loopback()
    defer { loopback.end() }
    let events = EventRecorder()
    let link = loopback.connector.connect(
      to: url(host: host, port: loopback.server.port), headers: [], configuration: WebSocketConfiguration(),
      handler: events)
    guard case .opened = await events.next() else {
      Issue.record("not opened")
      return
    }
    link.send(text: [0x61])
    #expect(await events.nextText() == [0x61])
  }

  @Test("A host is reached by IPv6 literal", .enabled(if: hasIPv6))
  func ipv6() async throws {
    let loopback = try Loopback(host: "::1")
    defer { loopback.end() }
    let (link, events) = try await loopback.open()
    link.send(text: [0x61])
    #expect(await events.nextText() == [0x61])
  }

  @Test("Frames right behind the 101, in the same segment, are told after it")
  func behindTheHandshake() async throws {
    let thread = try SocketThread()
    defer { thread.stop() }
    let port = try RawPeer.listen(on: thread) { peer, bytes in
      var random = SystemRandomNumberGenerator()
      var machine = WebSocketMachine(server: WebSocketConfiguration(), sha1: { SHA1.digest($0) })
      _ = machine.receive(bytes, using: &random)
      guard machine.accept(headers: []) else { return }
      machine.send(text: [0x68, 0x69], using: &random)
      peer.send(machine.takeOutput())
    }
    let events = EventRecorder()
    let link = SocketConnector(thread: thread).connect(
      to: url(host: "127.0.0.1", port: port), headers: [], configuration: WebSocketConfiguration(),
      handler: events)

    guard case .opened = await events.next() else {
      Issue.record("not opened")
      return
    }
    #expect(await events.nextText() == [0x68, 0x69])
    link.abort()
  }

  @Test("Frames right behind the upgrade request are told once it is accepted")
  func behindTheRequest() async throws {
    let (texts, continuation) = AsyncStream<[UInt8]>.makeStream()
    let loopback = try Loopback(
      makeHandler: ServerHandler.accepting { link, event in
        guard case .text(let bytes) = event else { return }
        continuation.yield(Array(bytes))
        link.abort()
      })
    defer { loopback.end() }
    var random = SystemRandomNumberGenerator()
    let request = WebSocketMachine(
      client: url(host: "127.0.0.1", port: loopback.server.port), headers: [],
      configuration: WebSocketConfiguration(), nonce: [UInt8](repeating: 7, count: 16),
      sha1: { SHA1.digest($0) })
    var machine = request
    var bytes = machine.takeOutput()
    FrameEncoder(role: .client).append(.text, [0x68, 0x69], to: &bytes, using: &random)

    _ = try await RawPeer.exchange(bytes, port: loopback.server.port, on: loopback.thread)

    #expect(await texts.first { _ in true } == [0x68, 0x69])
  }

  @Test("What a handler sends for a message is on the wire before the close it asks for next")
  func orderInsideTheHandler() async throws {
    let loopback = try Loopback(
      makeHandler: ServerHandler.accepting { link, event in
        guard case .text(let bytes) = event else { return }
        link.send(text: Array(bytes))
        link.close(code: 4000, reason: "done")
        link.send(text: Array("too late".utf8))
      })
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    link.send(text: [0x61])

    #expect(await events.nextText() == [0x61])
    #expect(
      await events.next()
        == .closed(WebSocketClosure(code: 4000, reason: "done", isClean: true, error: nil)))
  }

  private static let hasIPv6: Bool = {
    guard let address = NameResolver.known("::1", port: 0)?.first,
      let bound = try? SystemCall.makeListener(at: address)
    else { return false }
    SystemCall.release(bound.descriptor)
    return true
  }()
}
