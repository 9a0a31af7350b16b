import Testing

@testable import TapeWebSocket

/// A client's and a server's session with nothing between them but memory.
final class TLSPair {
  let client: TLSSession
  let server: TLSSession
  private(set) var toClient: [UInt8] = []
  private(set) var toServer: [UInt8] = []

  /// Sessions that have not begun.
  init(host: String = "prices.test", certificate: TestCertificate?, trust: TLSTrust? = nil) throws {
    let certificate = try #require(certificate, "the openssl command is needed: Scripts/install-deps.sh test")
    client = try TLSSession(
      client: host, context: TLSContext(authorities: TLSAuthorities(trust ?? certificate.trust)))
    server = try TLSSession(server: TLSContext(identity: certificate.identity))
  }

  /// Carries bytes until both sides have nothing to say; `size` is how many bytes arrive together.
  func settle(_ size: () -> Int = { Int.max }) {
    client.start()
    while true {
      let up = client.takeCiphertext()
      let down = server.takeCiphertext()
      if up.isEmpty, down.isEmpty { return }
      toServer += Self.carry(up, to: server, size)
      toClient += Self.carry(down, to: client, size)
    }
  }

  private static func carry(_ bytes: [UInt8], to session: TLSSession, _ size: () -> Int) -> [UInt8] {
    var plaintext: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(size())
      rest = rest.dropFirst(part.count)
      plaintext += session.receive(Array(part))
    }
    return plaintext
  }
}
