import Synchronization
import Testing

@testable import TapeWebSocket

@Suite("Connecting through a proxy", .timeLimit(.minutes(4)))
struct ProxyConnectionTests {
  private let thread: SocketThread

  init() throws {
    thread = try SocketThread()
  }

  /// Connects to a server that only the proxy on that port of loopback could reach.
  private func connect(
    scheme: String = "http", port: Int, timeout: Duration = .seconds(30),
    resolver: NameResolver = NameResolver { host, _ in .failure(.nameResolution(host: host, reason: "none")) }
  ) -> EventRecorder {
    var configuration = WebSocketConfiguration()
    configuration.openTimeout = timeout
    let proxies = ProxyEnvironment(["ALL_PROXY": "\(scheme)://127.0.0.1:\(port)"])
    let events = EventRecorder()
    _ = SocketConnector(thread: thread, resolver: resolver, proxies: proxies).connect(
      to: url(host: "q.test", port: 8080), headers: [], configuration: configuration, handler: events)
    return events
  }

  private func failure(_ closure: WebSocketClosure?, port: Int) -> ProxyFailure.Reason? {
    guard case .proxy(let failure) = closure?.error, failure.proxy == "127.0.0.1:\(port)",
      failure.variable == "ALL_PROXY"
    else { return nil }
    return failure.reason
  }

  /// The answer of a server that accepts the upgrade in `request`, and a first message in the same segment.
  private static func upgrade(_ request: [UInt8]) -> [UInt8] {
    var parser = HandshakeParser<HTTPRequestLine>(limit: 16 << 10)
    var position = 0
    guard let head = try? parser.next(in: request, at: &position),
      let key = head.headers.first(named: "Sec-WebSocket-Key")
    else { return [] }
    let accept = HandshakeKey.accept(for: key, sha1: { SHA1.digest($0) })
    let lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(accept)", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8) + [0x81, 2] + Array("hi".utf8)
  }

  @Test("The upgrade waits for the tunnel, and goes through it", arguments: ["http", "socks5h"])
  func throughProxy(scheme: String) async throws {
    let port = try RawPeer.listen(on: thread) { peer, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("CONNECT q.test:8080 ") {
        peer.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
      } else if bytes == [5, 1, 0] {
        peer.send([5, 0])
      } else if bytes == [5, 1, 0, 3, 6] + Array("q.test".utf8) + [0x1F, 0x90] {
        peer.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
      } else if text.hasPrefix("GET / HTTP/1.1\r\nHost: q.test:8080\r\n") {
        peer.send(Self.upgrade(bytes))
      }
    }
    let events = connect(scheme: scheme, port: port)
    guard case .opened = await events.next() else {
      Issue.record("not opened")
      return
    }
    #expect(await events.nextText() == Array("hi".utf8))
  }

  @Test("socks5 asks for the address that the name has here")
  func localLookUp() async throws {
    let port = try RawPeer.listen(on: thread) { peer, bytes in
      if bytes == [5, 1, 0] {
        peer.send([5, 0])
      } else if bytes == [5, 1, 0, 1, 127, 0, 0, 1, 0x1F, 0x90] {
        peer.send([5, 5])
      }
    }
    let resolver = NameResolver { host, port in
      NameResolver.known("127.0.0.1", port: port).map { .success($0) }
        ?? .failure(.nameResolution(host: host, reason: "none"))
    }
    let closure = await connect(scheme: "socks5", port: port, resolver: resolver).closure()
    #expect(failure(closure, port: port) == .refused("connection refused"))
  }

  @Test("A name that is not known here is no fault of the socks5 proxy")
  func unknownName() async throws {
    let port = try RawPeer.listen(on: thread) { _, _ in }
    let closure = await connect(scheme: "socks5", port: port).closure()
    #expect(closure?.error == .nameResolution(host: "q.test", reason: "none"))
  }

  @Test("A proxy that refuses, ends, says nothing or is not there is named, with its reason")
  func failures() async throws {
    let refusing = try RawPeer.listen(on: thread) { peer, _ in
      peer.send(Array("HTTP/1.1 407 Login\r\n\r\n<html>".utf8))
    }
    #expect(failure(await connect(port: refusing).closure(), port: refusing) == .asksForLogin)

    let ending = try RawPeer.listen(on: thread) { peer, _ in peer.transport.finish() }
    #expect(failure(await connect(port: ending).closure(), port: ending) == .ended(""))

    let silent = try RawPeer.listen(on: thread) { _, _ in }
    let overdue = await connect(port: silent, timeout: .milliseconds(50)).closure()
    #expect(failure(overdue, port: silent) == .silent)

    let bound = try SystemCall.makeListener(at: RawPeer.loopback(port: 0))
    SystemCall.release(bound.descriptor)
    let closure = await connect(port: bound.address.port).closure()
    #expect(failure(closure, port: bound.address.port) == .notReached("Connection refused"))
  }

  @Test("Behind an open tunnel a silent server is the server's fault")
  func silentServer() async throws {
    let port = try RawPeer.listen(on: thread) { peer, bytes in
      if bytes.starts(with: "CONNECT".utf8) { peer.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)) }
    }
    // Long enough for the tunnel on a busy machine, since only what follows it is meant to be late.
    let closure = await connect(port: port, timeout: .seconds(2)).closure()
    #expect(closure?.error == .openTimeout)
  }

  @Test("A proxy whose name is unknown is named with its variable")
  func unknownProxy() async throws {
    let proxies = ProxyEnvironment(["http_proxy": "http://p.test:3128"])
    let resolver = NameResolver { host, _ in .failure(.nameResolution(host: host, reason: "unknown")) }
    let events = EventRecorder()
    _ = SocketConnector(thread: thread, resolver: resolver, proxies: proxies).connect(
      to: url(host: "q.test", port: 80), headers: [], configuration: WebSocketConfiguration(), handler: events
    )
    let failure = ProxyFailure(proxy: "p.test:3128", variable: "http_proxy", reason: .notFound("unknown"))
    #expect(await events.closure()?.error == .proxy(failure))
  }

  @Test("A variable that names no proxy ends the connection before anything is sent")
  func malformed() async throws {
    let proxies = ProxyEnvironment(["http_proxy": "gopher://p.test"])
    let events = EventRecorder()
    _ = SocketConnector(thread: thread, resolver: NameResolver(), proxies: proxies).connect(
      to: url(host: "q.test", port: 80), headers: [], configuration: WebSocketConfiguration(), handler: events
    )
    guard case .proxySetting(let error) = await events.closure()?.error else {
      Issue.record("accepted")
      return
    }
    #expect(error.sentence.contains("http_proxy"))
  }
}
