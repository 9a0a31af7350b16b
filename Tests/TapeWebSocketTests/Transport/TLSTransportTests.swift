import Testing

@testable import TapeWebSocket

@Suite("TLS under a WebSocket", .timeLimit(.minutes(4)))
struct TLSTransportTests {
  /// A transport of TLS over a fake one, and a server's session at its other end.
  private final class Rig {
    let lower = FakeTransport()
    let owner = FakeOwner()
    let transport: TLSTransport
    let client: TLSSession
    let peer: TLSSession
    private let pair: TLSPair

    init(host: String = "prices.test") throws {
      pair = try TLSPair(host: host, certificate: .good)
      client = pair.client
      peer = pair.server
      transport = TLSTransport(over: lower, session: pair.client, counters: LinkCounters(), limit: 1 << 20)
      transport.start(owner: owner)
    }

    /// Carries bytes both ways until nobody has any; returns what the peer got.
    @discardableResult
    func settle() -> [UInt8] {
      var plaintext: [UInt8] = []
      while true {
        let up = lower.takeSent()
        plaintext += peer.receive(up)
        let down = peer.takeCiphertext()
        if up.isEmpty, down.isEmpty { return plaintext }
        if !down.isEmpty { lower.owner?.transportReceived(down) }
      }
    }
  }

  @Test("What was queued before the handshake goes out after it, and counts as waiting until then")
  func early() throws {
    let rig = try Rig()
    rig.transport.enqueue(Array("GET".utf8))
    #expect(rig.transport.bytesWaiting >= 3)
    #expect(rig.settle() == Array("GET".utf8))
    #expect(rig.transport.bytesWaiting == 0)
  }

  @Test("All plaintext of one read is told at once")
  func oneRead() throws {
    let rig = try Rig()
    rig.settle()
    for byte in 0..<50 as Range<UInt8> { rig.peer.send([byte]) }
    rig.lower.owner?.transportReceived(rig.peer.takeCiphertext())
    #expect(rig.owner.received == [Array(0..<50)])
  }

  @Test("An end without the closing notice is a loss that is named; with it, it is an end")
  func truncation() throws {
    let cut = try Rig()
    cut.settle()
    cut.lower.owner?.transportEnded(.finished)
    #expect(cut.owner.ends == [.lost(reason: TLSTransport.truncation)])

    let whole = try Rig()
    whole.settle()
    whole.peer.close()
    whole.settle()
    whole.lower.owner?.transportEnded(.finished)
    #expect(whole.owner.ends == [.finished])
  }

  @Test("An end in the handshake names it")
  func endInHandshake() throws {
    let rig = try Rig()
    rig.lower.owner?.transportEnded(.finished)
    #expect(rig.owner.ends == [.failed(.tls(.endedInHandshake))])
  }

  @Test("The alert of a failure is sent before the owner hears of it")
  func alert() throws {
    let rig = try Rig(host: "other.test")
    _ = rig.peer.receive(rig.lower.takeSent())
    rig.lower.owner?.transportReceived(rig.peer.takeCiphertext())
    guard case .failed(.tls(.hostMismatch)) = rig.owner.ends.first else {
      Issue.record("\(rig.owner.ends)")
      return
    }
    #expect(rig.lower.isFlushed)
    _ = rig.peer.receive(rig.lower.takeSent())
    guard case .failed(.other) = rig.peer.state else {
      Issue.record("the peer was not told: \(rig.peer.state)")
      return
    }
  }

  @Test("What cannot be encrypted any more is told with the flush, not with the next thing that comes")
  func unsendable() throws {
    let rig = try Rig()
    rig.settle()
    // A record of nonsense, past the transport, breaks the session behind its back.
    _ = rig.client.receive([0x17, 3, 3, 0, 20] + [UInt8](repeating: 0, count: 20))
    rig.transport.enqueue([1])
    #expect(rig.owner.ends.isEmpty, "the owner is busy while it queues")
    rig.transport.flush()
    guard case .failed(.tls) = rig.owner.ends.first else {
      Issue.record("\(rig.owner.ends)")
      return
    }
    rig.transport.flush()
    #expect(rig.owner.ends.count == 1)
  }

  @Test("The handshake is heard while the owner does not read; after it, pausing reaches the socket")
  func reading() throws {
    let rig = try Rig()
    rig.transport.setReading(false)
    #expect(rig.lower.isReading)
    rig.settle()
    #expect(!rig.lower.isReading)
    rig.transport.setReading(true)
    #expect(rig.lower.isReading)
  }

  @Test("Finishing sends the closing notice, then ends the layer below")
  func finishing() throws {
    let rig = try Rig()
    rig.settle()
    rig.transport.enqueue([1])
    rig.transport.finish()
    #expect(rig.lower.isFinished)
    #expect(rig.settle() == [1])
    #expect(rig.peer.state == .ended)
  }
}

private final class FakeTransport: ByteTransport {
  var owner: (any ByteTransportOwner)?
  var isReading = true
  var isFinished = false
  var isFlushed = true
  private var sent: [UInt8] = []

  var bytesWaiting: Int { sent.count }

  func start(owner: any ByteTransportOwner) { self.owner = owner }
  func enqueue(_ bytes: [UInt8]) {
    sent += bytes
    isFlushed = isFlushed && bytes.isEmpty
  }
  func flush() { isFlushed = true }
  func setReading(_ isReading: Bool) { self.isReading = isReading }
  func setWriting(_ isWriting: Bool) {}
  func finish() { isFinished = true }
  func cut(resetting: Bool) { owner = nil }

  func takeSent() -> [UInt8] {
    defer { sent = [] }
    return sent
  }
}

private final class FakeOwner: ByteTransportOwner {
  var received: [[UInt8]] = []
  var ends: [TransportEnd] = []

  func transportReceived(_ bytes: [UInt8]) { received.append(bytes) }
  func transportEnded(_ end: TransportEnd) { ends.append(end) }
  func transportDrained() {}
}
