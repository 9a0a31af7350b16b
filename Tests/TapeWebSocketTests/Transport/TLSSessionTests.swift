import TapeTestSupport
import Testing

@testable import TapeWebSocket

@Suite("TLS in memory", .timeLimit(.minutes(4)))
struct TLSSessionTests {
  @Test("Both sides get the other's bytes, however they are cut", arguments: 1...8 as ClosedRange<UInt64>)
  func splits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pair = try TLSPair(certificate: .good)
    pair.settle { Int.random(in: 1...700, using: &random) }
    #expect(pair.client.state == .open && pair.server.state == .open)
    let question = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let answer = (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    pair.client.send(question)
    pair.server.send(answer)
    pair.settle { Int.random(in: 1...9_000, using: &random) }
    #expect(pair.toServer == question)
    #expect(pair.toClient == answer)
  }

  @Test("Megabytes that arrive in one piece come out in one piece")
  func large() throws {
    let pair = try TLSPair(certificate: .good)
    pair.settle()
    let text = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    pair.server.send(text)
    #expect(pair.client.receive(pair.server.takeCiphertext()) == text)
  }

  @Test("What follows the handshake in the same bytes is not lost")
  func behindTheHandshake() throws {
    let pair = try TLSPair(certificate: .good)
    pair.client.start()
    _ = pair.server.receive(pair.client.takeCiphertext())
    _ = pair.client.receive(pair.server.takeCiphertext())
    #expect(pair.client.state == .open)
    pair.client.send(Array("hello".utf8))
    // The end of the client's handshake and its first message.
    #expect(pair.server.receive(pair.client.takeCiphertext()) == Array("hello".utf8))
    pair.server.send(Array("welcome".utf8))
    // Session tickets and the first message.
    #expect(pair.client.receive(pair.server.takeCiphertext()) == Array("welcome".utf8))
  }

  @Test("The closing notice ends one side, and the other may still send")
  func closing() throws {
    let pair = try TLSPair(certificate: .good)
    pair.settle()
    pair.server.send([1])
    pair.server.close()
    pair.server.send([2])
    pair.settle()
    #expect(pair.toClient == [1])
    #expect(pair.client.state == .ended && pair.server.state == .open)
    pair.client.send([3])
    pair.client.close()
    pair.settle()
    #expect(pair.toServer == [3] && pair.server.state == .ended)
  }

  @Test("A byte that was changed on the way fails the session, and an alert goes out")
  func tampering() throws {
    let pair = try TLSPair(certificate: .good)
    pair.settle()
    pair.server.send(Array("100.00".utf8))
    var bytes = pair.server.takeCiphertext()
    bytes[bytes.count - 1] ^= 1
    #expect(pair.client.receive(bytes).isEmpty)
    guard case .failed(.other) = pair.client.state else {
      Issue.record("\(pair.client.state)")
      return
    }
    #expect(!pair.client.takeCiphertext().isEmpty)
    #expect(pair.client.receive([1, 2, 3]).isEmpty)
  }

  @Test(
    "A host that the certificate is for is accepted",
    arguments: ["prices.test", "prices.test.", "PRICES.test", "a.wild.test", "127.0.0.1", "::1", "localhost"])
  func accepted(host: String) throws {
    let pair = try TLSPair(host: host, certificate: .good)
    pair.settle()
    #expect(pair.client.state == .open)
  }

  @Test(
    "A host that the certificate is not for is refused, and the server is told",
    arguments: [
      "other.test", "a.b.wild.test", "wild.test", "127.0.0.2", "::2", "xprices.test", "prices.test.evil.test",
    ])
  func refused(host: String) throws {
    let pair = try TLSPair(host: host, certificate: .good)
    pair.settle()
    let names = ["prices.test", "*.wild.test", "localhost", "127.0.0.1", "::1"]
    #expect(pair.client.state == .failed(.hostMismatch(names: names)))
    guard case .failed(.other(let alert)) = pair.server.state else {
      Issue.record("the server was not told: \(pair.server.state)")
      return
    }
    #expect(alert.contains("certificate"))
  }

  @Test("A common name alone is no name")
  func commonName() throws {
    let pair = try TLSPair(certificate: .commonNameAlone)
    pair.settle()
    #expect(pair.client.state == .failed(.hostMismatch(names: [])))
  }

  @Test("A certificate that nobody vouches for is refused")
  func untrusted() throws {
    let pair = try TLSPair(certificate: .good, trust: TestCertificate.commonNameAlone?.trust)
    pair.settle()
    #expect(pair.client.state == .failed(.selfSigned))
  }

  @Test(
    "What does not speak TLS is named",
    arguments: ["HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "220 mail.test ESMTP\r\n"])
  func plain(greeting: String) throws {
    let pair = try TLSPair(certificate: .good)
    pair.client.start()
    _ = pair.client.takeCiphertext()
    #expect(pair.client.receive(Array(greeting.utf8)).isEmpty)
    #expect(pair.client.state == .failed(.notTLS))
  }

  @Test("A client that does not speak TLS fails the server's session")
  func plainClient() throws {
    let pair = try TLSPair(certificate: .good)
    _ = pair.server.receive(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    #expect(pair.server.state == .failed(.notTLS))
  }
}
