@testable import TapeWebSocket

/// Plays driver and owner of a machine, for one input in one way of cutting it into reads.
struct MachineRun: Sendable {
  /// What the machine said, and what it would have sent.
  private(set) var events: [WebSocketEvent] = []
  private(set) var sent: [UInt8] = []
  /// Whether the owner accepts requests for an upgrade; else it answers 404.
  private let accepts: Bool
  private var machine: WebSocketMachine
  private var random = Splits(seed: 1)

  /// Limits small enough for an input to reach them.
  static var limits: WebSocketConfiguration {
    var limits = WebSocketConfiguration()
    limits.maximumMessageSize = 300
    limits.maximumFragments = 8
    limits.maximumHandshakeSize = 600
    // In small reads most texts go the long way, in whole ones the short way.
    limits.gathersTexts = true
    return limits
  }

  /// A client that has sent the request with the sample key of RFC 6455 §1.3; made once, since it costs a digest.
  static let client: MachineRun = {
    let url = WebSocketURL(isSecure: false, host: "server.example.com", port: 80, resource: "/chat")
    var run = MachineRun(
      WebSocketMachine(
        client: url, headers: [], configuration: limits, nonce: Array("the sample nonce".utf8),
        sha1: ReferenceSHA1.digest, compression: ZlibCompression()), accepts: true)
    run.settle()
    return run
  }()

  /// A server that waits for a request.
  static func server(accepts: Bool = true) -> MachineRun {
    MachineRun(
      WebSocketMachine(server: limits, sha1: ReferenceSHA1.digest, compression: ZlibCompression()),
      accepts: accepts)
  }

  private init(_ machine: WebSocketMachine, accepts: Bool) {
    self.machine = machine
    self.accepts = accepts
  }

  /// This run after it has taken the bytes of a handshake, with nothing said and sent.
  func opened(by bytes: [UInt8]) -> MachineRun {
    var run = self
    run.receive(bytes)
    run.events = []
    run.sent = []
    return run
  }

  /// Takes the bytes of one read, as the driver of a socket would.
  mutating func receive(_ bytes: [UInt8]) {
    let new = machine.receive(bytes, using: &random)
    events += new.flatMap(Self.oneByOne)
    for event in new {
      guard case .request = event else { continue }
      if accepts {
        if machine.accept(headers: []) { receive([]) }
      } else {
        machine.respond(status: 404, reason: "Not Found", headers: [], body: Array("no\n".utf8))
      }
    }
    settle()
  }

  /// Takes the bytes in reads of random sizes.
  mutating func receive(_ bytes: [UInt8], cutBy splits: inout Splits) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + splits.size())
      receive(Array(bytes[start..<end]))
      start = end
    }
  }

  /// The peer ends its side.
  mutating func end() {
    events += machine.receiveEnd(reason: nil)
    settle()
  }

  /// The event, or the texts that it stands for.
  private static func oneByOne(_ event: WebSocketEvent) -> [WebSocketEvent] {
    guard case .texts(let texts) = event else { return [event] }
    return (0..<texts.count).map { .text(texts[$0]) }
  }

  private mutating func settle() {
    machine.settle(using: &random)
    sent += machine.takeOutput()
  }
}
