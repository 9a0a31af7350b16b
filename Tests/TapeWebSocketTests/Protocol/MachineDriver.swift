import TapeTestSupport
import Testing

@testable import TapeWebSocket

/// Plays the driver and the owner of a machine, and keeps what it said and sent.
struct MachineDriver {
  var machine: WebSocketMachine
  var random = SeededGenerator(seed: 1)
  var events: [WebSocketEvent] = []
  var sent: [UInt8] = []
  /// Whether each message is sent back when its event is handled.
  var echoes = false

  init(_ machine: WebSocketMachine) {
    self.machine = machine
  }

  /// A client whose request is not answered yet; what it sent so far is the request.
  static func connecting(
    to url: String = "ws://server.example.com/chat", headers: [HTTPHeader] = [],
    configuration: WebSocketConfiguration = WebSocketConfiguration(),
    compression: (any MessageCompression)? = nil
  ) throws -> MachineDriver {
    var driver = MachineDriver(
      WebSocketMachine(
        client: try WebSocketURL(url), headers: headers, configuration: configuration,
        nonce: Array("the sample nonce".utf8), sha1: ReferenceSHA1.digest,
        compression: compression))
    driver.settle()
    return driver
  }

  /// An open client that has sent no frame.
  static func client(
    echoes: Bool = false, _ configuration: WebSocketConfiguration = WebSocketConfiguration()
  ) throws -> MachineDriver {
    var driver = try connecting(configuration: configuration)
    driver.receive(Array(Wire.acceptance.utf8))
    try #require(driver.machine.phase == .open)
    driver.forget()
    driver.echoes = echoes
    return driver
  }

  /// A server that waits for a request.
  static func listening(
    _ configuration: WebSocketConfiguration = WebSocketConfiguration(),
    compression: (any MessageCompression)? = nil
  ) -> MachineDriver {
    MachineDriver(
      WebSocketMachine(server: configuration, sha1: ReferenceSHA1.digest, compression: compression))
  }

  /// An open server that has sent no frame.
  static func server(
    echoes: Bool = false, _ configuration: WebSocketConfiguration = WebSocketConfiguration()
  ) throws -> MachineDriver {
    var driver = listening(configuration)
    driver.receive(Array(Wire.request.utf8))
    let isAccepted = driver.machine.accept(headers: [])
    try #require(isAccepted)
    driver.settle()
    driver.forget()
    driver.echoes = echoes
    return driver
  }

  mutating func receive(_ bytes: [UInt8]) {
    take(bytes)
    while machine.hasInput { take([]) }
  }

  private mutating func take(_ bytes: [UInt8]) {
    let events = machine.receive(bytes, using: &random)
    self.events += events
    if echoes {
      for event in events {
        switch event {
        case .text(let payload): machine.send(text: Array(payload), using: &random)
        case .binary(let payload): machine.send(binary: Array(payload), using: &random)
        default: break
        }
      }
    }
    settle()
  }

  mutating func receive(_ frames: [WireFrame]) {
    receive(frames.bytes)
  }

  mutating func receiveEnd(reason: String? = nil) {
    events += machine.receiveEnd(reason: reason)
    settle()
  }

  mutating func fail(_ error: WebSocketError) {
    if let event = machine.fail(error, using: &random) { events.append(event) }
    settle()
  }

  mutating func close(code: UInt16, reason: String = "") {
    machine.close(code: code, reason: reason, using: &random)
    settle()
  }

  mutating func send(_ text: String) {
    machine.send(text: Array(text.utf8), using: &random)
    settle()
  }

  mutating func settle() {
    machine.settle(using: &random)
    sent += machine.takeOutput()
  }

  mutating func forget() {
    events = []
    sent = []
  }

  /// The frames sent so far, in words.
  var sentFrames: [String] {
    get throws { try #require(WireFrame.parse(sent)).map(\.description) }
  }

  /// What was said in the end; nil when it is not over.
  var closure: WebSocketClosure? {
    guard case .closed(let closure) = events.last else { return nil }
    return closure
  }
}
