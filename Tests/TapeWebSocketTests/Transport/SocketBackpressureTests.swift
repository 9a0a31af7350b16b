import Testing

@testable import TapeWebSocket

@Suite("Peers that are slow", .timeLimit(.minutes(4)))
struct SocketBackpressureTests {
  private static let chunk = [UInt8](repeating: 0x61, count: 64 << 10)

  /// A server whose connections never read.
  private func deafServer() throws -> Loopback {
    try Loopback(
      makeHandler: ServerHandler.accepting { link, event in
        if case .request = event { link.setReading(false) }
      })
  }

  /// What is sent here would compress to nothing, and then nothing waits.
  private static func uncompressed(sendBuffer: Int) -> WebSocketConfiguration {
    var configuration = WebSocketConfiguration()
    configuration.maximumSendBuffer = sendBuffer
    configuration.allowsCompression = false
    return configuration
  }

  @Test("A peer that never reads is cut once more than the limit waits for it")
  func stalled() async throws {
    let loopback = try deafServer()
    defer { loopback.end() }
    let (link, events) = try await loopback.open(configuration: Self.uncompressed(sendBuffer: 256 << 10))

    // More than the system's own buffers hold.
    for _ in 0..<1_000 { link.send(text: Self.chunk) }

    #expect(await events.closure()?.error == .sendStalled)
    await loopback.thread.settle()
    #expect(link.bytesWaiting == 0)
  }

  @Test("A peer that takes nothing for longer than the limit is given up, however little waits for it")
  func takesNothing() async throws {
    let loopback = try deafServer()
    defer { loopback.end() }
    var configuration = Self.uncompressed(sendBuffer: 1 << 30)
    configuration.sendTimeout = .milliseconds(200)
    let (link, events) = try await loopback.open(configuration: configuration)

    for _ in 0..<1_000 { link.send(text: Self.chunk) }

    #expect(await events.closure()?.error == .sendStalled)
  }

  @Test("Pings by the hundred thousand whose pongs nobody reads cost no memory, and the newest is answered")
  func unreadPongs() async throws {
    let count = 100_000
    let (links, linkContinuation) = AsyncStream<any WebSocketServerLink>.makeStream()
    let (pongs, pongContinuation) = AsyncStream<[UInt8]>.makeStream()
    let loopback = try Loopback(
      configuration: Self.uncompressed(sendBuffer: 64 << 20),
      makeHandler: ServerHandler.accepting { link, event in
        switch event {
        case .text:
          link.setReading(false)
          for number in 0..<count { link.ping(Self.numbered(number)) }
          linkContinuation.yield(link)
        case .pong(let payload): pongContinuation.yield(Array(payload))
        default: break
        }
      })
    defer { loopback.end() }
    let (link, events) = try await loopback.open()
    link.send(text: Array("go".utf8))
    let last = await events.events.first { $0 == .ping(Self.numbered(count - 1)[...]) }
    #expect(last != nil)
    await loopback.thread.settle()
    #expect(link.bytesWaiting < 1 << 18)

    try #require(await links.first { _ in true }).setReading(true)
    var answered = 0
    for await pong in pongs {
      answered += 1
      if pong == Self.numbered(count - 1) { break }
    }
    #expect(answered < count)
  }

  /// A payload of a ping's full size that ends with that number.
  private static func numbered(_ number: Int) -> [UInt8] {
    let digits = Array("\(number)".utf8)
    return [UInt8](repeating: UInt8(ascii: "0"), count: 125 - digits.count) + digits
  }

  @Test("A reader that pauses makes the sender's bytes wait, and misses nothing when it goes on")
  func paused() async throws {
    let count = 300
    let (links, linkContinuation) = AsyncStream<any WebSocketServerLink>.makeStream()
    let (drains, drained) = AsyncStream<Void>.makeStream()
    let loopback = try Loopback(configuration: Self.uncompressed(sendBuffer: 64 << 20)) {
      ServerHandler(drained: { drained.yield() }) { link, event in
        switch event {
        case .request: link.accept(headers: [])
        case .text:
          for number in 0..<count {
            link.send(text: Array("\(number) ".utf8) + Self.chunk)
          }
          linkContinuation.yield(link)
        default: break
        }
      }
    }
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    link.setReading(false)
    link.send(text: Array("go".utf8))
    let sender = try #require(await links.first { _ in true })
    await loopback.thread.settle()
    #expect(sender.bytesWaiting > 1 << 20)

    link.setReading(true)
    for number in 0..<count {
      #expect(await events.nextText() == Array("\(number) ".utf8) + Self.chunk)
    }
    _ = await drains.first { _ in true }
    #expect(sender.bytesWaiting == 0)
  }

  @Test("A server that holds its output is silent, and then sends all of it in order")
  func held() async throws {
    let (links, linkContinuation) = AsyncStream<any WebSocketServerLink>.makeStream()
    let loopback = try Loopback(
      makeHandler: ServerHandler.accepting { link, event in
        switch event {
        case .text(let bytes):
          link.setWriting(false)
          link.send(text: Array(bytes))
          linkContinuation.yield(link)
        case .ping: linkContinuation.yield(link)
        default: break
        }
      })
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    link.send(text: [0x61])
    _ = await links.first { _ in true }
    link.ping([1, 2])
    let sender = try #require(await links.first { _ in true })
    #expect(sender.bytesWaiting == 7, "a text of 3 bytes and a pong of 4")
    sender.setWriting(true)

    #expect(await events.next() == .text([0x61]))
    #expect(await events.next() == .pong([1, 2]))
    await loopback.thread.settle()
    #expect(sender.bytesWaiting == 0)
  }

  @Test("A paused reader still notices that the connection is reset")
  func pausedAndReset() async throws {
    let loopback = try Loopback(
      makeHandler: ServerHandler.accepting { link, event in
        if case .text = event { link.reset() }
      })
    defer { loopback.end() }
    let (link, events) = try await loopback.open()

    link.setReading(false)
    link.send(text: [0x61])

    #expect(await events.closure()?.error == .connectionLost(reason: "Connection reset by peer"))
  }
}
