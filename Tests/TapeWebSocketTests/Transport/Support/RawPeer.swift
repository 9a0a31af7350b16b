import Foundation

@testable import TapeWebSocket

/// The other end of a TCP connection, byte by byte; lives on the socket thread.
final class RawPeer: ByteTransportOwner {
  typealias React = @Sendable (RawPeer, [UInt8]) -> Void

  let transport: SocketTransport
  private let received: React
  private let ended: @Sendable ([UInt8]) -> Void
  private var all: [UInt8] = []

  init(
    descriptor: Int32, loop: SocketLoop, received: @escaping React = { _, _ in },
    ended: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) {
    transport = SocketTransport(descriptor: descriptor, loop: loop, counters: LinkCounters())
    self.received = received
    self.ended = ended
    transport.start(owner: self)
  }

  /// Everything in one segment.
  func send(_ bytes: [UInt8]) {
    transport.enqueue(bytes)
    transport.flush()
  }

  func transportReceived(_ bytes: [UInt8]) {
    all += bytes
    received(self, bytes)
  }

  func transportEnded(_ end: TransportEnd) {
    ended(all)
    transport.cut(resetting: false)
  }

  func transportDrained() {}
}

extension RawPeer {
  /// Listens on loopback and reacts to the bytes of whoever connects; returns the port.
  static func listen(on thread: SocketThread, received: @escaping React) throws -> Int {
    let bound = try SystemCall.makeListener(at: try loopback(port: 0))
    let descriptor = ListenerDescriptor(bound.descriptor)
    thread.run {
      let loop = thread.loop.value
      ListeningSocket(descriptor: descriptor, loop: loop) {
        _ = RawPeer(descriptor: $0, loop: loop, received: received)
      }.start()
    }
    return bound.address.port
  }

  /// Connects to a port on loopback, sends bytes and returns everything that came until the end.
  static func exchange(_ bytes: [UInt8], port: Int, on thread: SocketThread) async throws -> [UInt8] {
    let address = try loopback(port: port)
    return await withCheckedContinuation { continuation in
      thread.run {
        let loop = thread.loop.value
        AddressRacer([address], loop: loop).start { result in
          guard case .success(let descriptor) = result else {
            continuation.resume(returning: [])
            return
          }
          RawPeer(descriptor: descriptor, loop: loop, ended: { continuation.resume(returning: $0) }).send(
            bytes)
        }
      }
    }
  }

  static func loopback(port: Int) throws -> SocketAddress {
    guard let address = NameResolver.known("127.0.0.1", port: port)?.first else {
      throw Unexpected(description: "127.0.0.1 is no address")
    }
    return address
  }
}
