import Testing

@testable import TapeWebSocket

@Suite("The end of a connection", .timeLimit(.minutes(4)))
struct SocketClosingTests {
  /// A server that says how its connections ended.
  private func loopback(
    configuration: WebSocketConfiguration = WebSocketConfiguration(),
    _ react: @escaping ServerHandler.React = { _, _ in }
  ) throws -> (Loopback, closures: AsyncStream<WebSocketClosure>) {
    let (closures, continuation) = AsyncStream<WebSocketClosure>.makeStream()
    let loopback = try Loopback(
      configuration: configuration,
      makeHandler: ServerHandler.accepting { link, event in
        if case .closed(let closure) = event { continuation.yield(closure) }
        react(link, event)
      })
    return (loopback, closures)
  }

  @Test("A close that the client asks for is clean on both sides")
  func byClient() async throws {
    let (loopback, closures) = try loopback()
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    link.close(code: 1000, reason: "bye")

    #expect(
      await closures.first { _ in true }
        == WebSocketClosure(code: 1000, reason: "bye", isClean: true, error: nil))
    let closure = try #require(await events.closure())
    #expect(closure.code == 1000)
    #expect(closure.isClean)
  }

  @Test("A close that the server asks for is clean on both sides")
  func byServer() async throws {
    let (loopback, closures) = try loopback { link, event in
      if case .text = event { link.close(code: 1012, reason: "restart") }
    }
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    link.send(text: [])

    #expect(
      await events.closure()
        == WebSocketClosure(code: 1012, reason: "restart", isClean: true, error: nil))
    let closure = try #require(await closures.first { _ in true })
    #expect(closure.code == 1012)
    #expect(closure.isClean)
  }

  @Test("A reset connection is closed with 1006 and the system's reason")
  func reset() async throws {
    let (loopback, _) = try loopback { link, event in
      if case .text = event { link.reset() }
    }
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    link.send(text: [0x61])

    #expect(
      await events.closure()
        == WebSocketClosure(
          code: 1006, reason: "", isClean: false,
          error: .connectionLost(reason: "Connection reset by peer")))
  }

  @Test("Sending to a peer that is gone ends the connection, not the process")
  func sendingToNobody() async throws {
    let (loopback, _) = try loopback { link, event in
      if case .text = event { link.reset() }
    }
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    for _ in 0..<2_000 { link.send(text: [UInt8](repeating: 0x61, count: 1_024)) }

    let closure = try #require(await events.closure())
    #expect(closure.code == 1006)
    guard case .connectionLost(let reason) = closure.error else {
      Issue.record("not lost but \(closure)")
      return
    }
    #expect(["Connection reset by peer", "Broken pipe"].contains(reason))
  }

  @Test("A server that does not answer a close is cut when the time for it is over")
  func closeTimeout() async throws {
    let (loopback, _) = try loopback { link, event in
      if case .request = event { link.setReading(false) }
    }
    defer { loopback.end() }
    var configuration = WebSocketConfiguration()
    configuration.closeTimeout = .milliseconds(50)
    let (link, events) = try await loopback.open(configuration: configuration)

    link.close(code: 1000, reason: "")

    #expect(await events.closure()?.error == .closeTimeout)
  }

  @Test("A cut connection says so at once, and the peer sees its end")
  func abort() async throws {
    let (loopback, closures) = try loopback()
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    link.abort()

    #expect(await events.closure()?.error == .aborted)
    #expect(await closures.first { _ in true }?.code == 1006)
  }

  @Test("Calls on a closed connection do nothing")
  func afterTheEnd() async throws {
    let (loopback, _) = try loopback()
    defer { loopback.end() }
    let (link, events) = try await loopback.open()
    link.abort()
    _ = await events.closure()

    link.send(text: [0x61])
    link.ping([])
    link.setReading(false)
    link.close(code: 1000, reason: "")
    link.abort()
    await loopback.thread.settle()

    #expect(link.bytesWaiting == 0)
    #expect(await events.next() == nil)
  }

  @Test("The end of the socket thread closes every connection")
  func threadEnds() async throws {
    let (loopback, closures) = try loopback()
    let (_, events) = try await loopback.open()

    loopback.thread.stop()

    #expect(await events.closure()?.error == .aborted)
    #expect(await closures.first { _ in true } != nil)
  }
}
