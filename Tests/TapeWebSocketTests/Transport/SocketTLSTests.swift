import Testing

@testable import TapeWebSocket

@Suite("Encrypted connections over a real socket", .timeLimit(.minutes(4)))
struct SocketTLSTests {
  private let certificate: TestCertificate

  init() throws {
    certificate = try #require(
      TestCertificate.good, "the openssl command is needed: Scripts/install-deps.sh test")
  }

  @Test("A text comes back as it was sent", arguments: [0, 125, 65_536, 300_000, 1 << 20])
  func echo(size: Int) async throws {
    let loopback = try Loopback(certificate: certificate)
    defer { loopback.end() }
    let (link, events) = try await loopback.open()
    let text = (0..<size).map { UInt8(truncatingIfNeeded: 32 + ($0 &* 31) % 95) }
    link.send(text: text)
    link.send(text: Array("end".utf8))
    #expect(await events.nextText() == text)
    #expect(await events.nextText() == Array("end".utf8))
    #expect(link.bytesWaiting == 0)
  }

  @Test("The closing handshake is clean, and both sides hear of it")
  func closing() async throws {
    let (closures, continuation) = AsyncStream<WebSocketClosure>.makeStream()
    let loopback = try Loopback(
      certificate: certificate,
      makeHandler: ServerHandler.accepting { _, event in
        if case .closed(let closure) = event { continuation.yield(closure) }
      })
    defer { loopback.end() }
    let (link, events) = try await loopback.open()
    link.close(code: 1000, reason: "done")
    #expect(await events.closure() == WebSocketClosure(code: 1000, reason: "", isClean: true, error: nil))
    let heard = await closures.first { _ in true }
    #expect(heard == WebSocketClosure(code: 1000, reason: "done", isClean: true, error: nil))
  }

  @Test("A message sent right before the close is not lost")
  func lastWords() async throws {
    let loopback = try Loopback(
      certificate: certificate,
      makeHandler: ServerHandler.accepting { link, event in
        guard case .request = event else { return }
        link.send(text: [UInt8](repeating: 0x61, count: 300_000))
        link.close(code: 4403, reason: "refused")
      })
    defer { loopback.end() }
    let (_, events) = try await loopback.open()
    #expect(await events.nextText()?.count == 300_000)
    #expect(await events.closure()?.code == 4403)
  }

  @Test("A reader that pauses makes the sender's bytes wait, and misses nothing when it goes on")
  func paused() async throws {
    let chunk = [UInt8](repeating: 0x61, count: 64 << 10)
    let (links, linkContinuation) = AsyncStream<any WebSocketServerLink>.makeStream()
    var configuration = WebSocketConfiguration()
    configuration.maximumSendBuffer = 64 << 20
    // What is sent here compresses to nothing, and then nothing waits.
    configuration.allowsCompression = false
    let loopback = try Loopback(
      certificate: certificate, configuration: configuration,
      makeHandler: ServerHandler.accepting { link, event in
        guard case .text = event else { return }
        for number in 0..<300 { link.send(text: Array("\(number) ".utf8) + chunk) }
        linkContinuation.yield(link)
      })
    defer { loopback.end() }
    let (link, events) = try await loopback.open()
    link.setReading(false)
    link.send(text: Array("go".utf8))
    let sender = try #require(await links.first { _ in true })
    await loopback.thread.settle()
    #expect(sender.bytesWaiting > 1 << 20)
    link.setReading(true)
    for number in 0..<300 { #expect(await events.nextText() == Array("\(number) ".utf8) + chunk) }
  }

  @Test("A peer that never reads is cut once more than the limit waits for it")
  func stalled() async throws {
    let loopback = try Loopback(
      certificate: certificate,
      makeHandler: ServerHandler.accepting { link, event in
        if case .request = event { link.setReading(false) }
      })
    defer { loopback.end() }
    var configuration = WebSocketConfiguration()
    configuration.maximumSendBuffer = 256 << 10
    // What is sent here compresses to nothing, and then nothing waits.
    configuration.allowsCompression = false
    let (link, events) = try await loopback.open(configuration: configuration)
    for _ in 0..<1_000 { link.send(text: [UInt8](repeating: 0x61, count: 64 << 10)) }
    #expect(await events.closure()?.error == .sendStalled)
    await loopback.thread.settle()
    #expect(link.bytesWaiting == 0)
  }

  @Test("A server that is not trusted is never sent the request")
  func untrusted() async throws {
    let (requests, continuation) = AsyncStream<Bool>.makeStream()
    let loopback = try Loopback(
      certificate: certificate,
      makeHandler: {
        ServerHandler { _, event in
          if case .request = event { continuation.yield(true) }
          if case .closed = event { continuation.yield(false) }
        }
      })
    defer { loopback.end() }
    let events = EventRecorder()
    let connector = SocketConnector(
      thread: loopback.thread, trust: try #require(TestCertificate.commonNameAlone).trust)
    _ = connector.connect(
      to: url(host: "127.0.0.1", port: loopback.server.port, isSecure: true), headers: [],
      configuration: WebSocketConfiguration(), handler: events)
    #expect(await events.closure()?.error == .tls(.selfSigned))
    #expect(await requests.first { _ in true } == false)
  }

  @Test("A server without encryption is named, and so is a client without it by its end")
  func plain() async throws {
    let loopback = try Loopback()
    defer { loopback.end() }
    let events = EventRecorder()
    _ = loopback.connector.connect(
      to: url(host: "127.0.0.1", port: loopback.server.port, isSecure: true), headers: [],
      configuration: WebSocketConfiguration(), handler: events)
    #expect(await events.closure()?.error == .tls(.notTLS))

    let secure = try Loopback(certificate: certificate)
    defer { secure.end() }
    let other = EventRecorder()
    _ = secure.connector.connect(
      to: url(host: "127.0.0.1", port: secure.server.port), headers: [],
      configuration: WebSocketConfiguration(),
      handler: other)
    #expect(await other.closure()?.error != nil)
  }

  @Test("The time to open covers the handshake of TLS")
  func timeout() async throws {
    let thread = try SocketThread()
    defer { thread.stop() }
    // A listener that nobody accepts from: the system connects, and nobody answers.
    let silent = try SystemCall.makeListener(
      at: try #require(NameResolver.known("127.0.0.1", port: 0)?.first))
    defer { SystemCall.release(silent.descriptor) }
    var configuration = WebSocketConfiguration()
    configuration.openTimeout = .milliseconds(50)
    let events = EventRecorder()
    _ = SocketConnector(thread: thread).connect(
      to: url(host: "127.0.0.1", port: silent.address.port, isSecure: true), headers: [],
      configuration: configuration, handler: events)
    #expect(await events.closure()?.error == .openTimeout)
  }

  @Test("A file of authorities that cannot be read is named before anything is sent")
  func authorities() async throws {
    let thread = try SocketThread()
    defer { thread.stop() }
    let events = EventRecorder()
    let trust = TLSTrust(caFile: "/nowhere/ca.pem", environment: [:])
    _ = SocketConnector(thread: thread, trust: trust).connect(
      to: url(host: "127.0.0.1", port: 9, isSecure: true), headers: [],
      configuration: WebSocketConfiguration(),
      handler: events)
    let reason = "No such file or directory"
    #expect(
      await events.closure()?.error == .tls(.authorities(file: "/nowhere/ca.pem", reason: reason)))
  }
}
