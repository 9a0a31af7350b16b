import Foundation
import Testing

@testable import TapeWebSocket

@Suite("The WebSocket server", .timeLimit(.minutes(4)))
struct WebSocketServerTests {
  @Test("A server that stopped listening refuses, keeps its connections, and can resume on its port")
  func stopAndResume() async throws {
    let loopback = try Loopback()
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    loopback.server.stopListening()
    let refused = EventRecorder()
    _ = loopback.connect(refused)
    #expect(
      await refused.closure()?.error
        == .connectFailed(host: "127.0.0.1", port: loopback.server.port, reason: "Connection refused"))
    link.send(text: [0x61])
    #expect(await events.nextText() == [0x61])

    try loopback.server.resumeListening()
    let (second, secondEvents) = try await loopback.open()
    second.send(text: [0x62])
    #expect(await secondEvents.nextText() == [0x62])
  }

  @Test("A port that is taken cannot be listened on, and the reason is the system's")
  func portTaken() throws {
    let loopback = try Loopback()
    defer { loopback.end() }
    let port = loopback.server.port
    #expect(
      throws: WebSocketError.connectFailed(host: "127.0.0.1", port: port, reason: "Address already in use")
    ) {
      try WebSocketServer.listen(
        host: "127.0.0.1", port: port, configuration: WebSocketConfiguration(), thread: loopback.thread,
        makeHandler: ServerHandler.echo)
    }
  }

  @Test("Closing the server cuts its connections")
  func close() async throws {
    let loopback = try Loopback()
    defer { loopback.end() }
    let (_, events) = try await loopback.open()

    loopback.server.close()

    #expect(await events.closure()?.code == 1006)
  }

  @Test("A request may be answered with plain HTTP, which ends the connection")
  func respond() async throws {
    let loopback = try Loopback {
      ServerHandler { link, event in
        guard case .request = event else { return }
        link.respond(status: 200, reason: "OK", headers: [], body: Array(#"{"instruments":[]}"#.utf8))
      }
    }
    defer { loopback.end() }

    let answer = try await RawPeer.exchange(
      Array("GET /v1/watchlist HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8), port: loopback.server.port,
      on: loopback.thread)

    let text = String(decoding: answer, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text.hasSuffix("\r\n\r\n{\"instruments\":[]}"))
  }

  @Test("A refused upgrade tells the client the status")
  func refuse() async throws {
    let loopback = try Loopback {
      ServerHandler { link, event in
        if case .request = event { link.respond(status: 403, reason: "Forbidden", headers: [], body: []) }
      }
    }
    defer { loopback.end() }
    let events = EventRecorder()
    _ = loopback.connect(events)

    guard case .refused(let head) = await events.closure()?.error else {
      Issue.record("not refused")
      return
    }
    #expect(head.status == 403)
  }

  @Test("A request that is never complete is cut when the time to open is over")
  func incompleteRequest() async throws {
    let (closures, continuation) = AsyncStream<WebSocketClosure>.makeStream()
    var configuration = WebSocketConfiguration()
    configuration.openTimeout = .milliseconds(50)
    let loopback = try Loopback(
      configuration: configuration,
      makeHandler: ServerHandler.accepting { _, event in
        if case .closed(let closure) = event { continuation.yield(closure) }
      })
    defer { loopback.end() }

    _ = try await RawPeer.exchange(
      Array("GET / HTTP/1.1\r\nHost:".utf8), port: loopback.server.port, on: loopback.thread)

    #expect(await closures.first { _ in true }?.error == .openTimeout)
  }

  @Test("Five hundred connections, opened and closed, leave no descriptor behind")
  func descriptors() async throws {
    let loopback = try Loopback()
    defer { loopback.end() }
    let port = loopback.server.port

    for _ in 0..<10 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<50 {
          group.addTask {
            let (link, events) = try await loopback.open()
            link.send(text: [0x61])
            #expect(await events.nextText() == [0x61])
            if index.isMultiple(of: 2) { link.close(code: 1000, reason: "") } else { link.abort() }
            _ = await events.closure()
          }
        }
        try await group.waitForAll()
      }
    }

    // The server gives a socket back one turn after its client, so that this goes on until the time limit.
    while try openSockets(ofPort: port) > 1 { await loopback.thread.settle() }
    #expect(try openSockets(ofPort: port) == 1, "the listener")
  }

  /// How many descriptors of this process are TCP sockets with that port at either end.
  private func openSockets(ofPort port: Int) throws -> Int {
    let suffix = String(format: ":%04X", port)
    let table = try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8)
    let inodes = table.split(separator: "\n").dropFirst().compactMap { line -> Substring? in
      let fields = line.split(separator: " ")
      guard fields.count > 9, fields[1].hasSuffix(suffix) || fields[2].hasSuffix(suffix) else { return nil }
      return fields[9]
    }
    let wanted = Set(inodes.map { "socket:[\($0)]" })
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      return target.map(wanted.contains) ?? false
    }
  }
}
