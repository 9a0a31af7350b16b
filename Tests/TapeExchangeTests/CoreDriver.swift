import Foundation
import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeExchange

/// Drives an exchange core by hand: a clock that only moves when told, and one client whose frames are kept.
struct CoreDriver {
  private(set) var core: ExchangeCore
  private(set) var now = Instant(nanoseconds: 5_000_000_000)
  private(set) var actions: [ExchangeAction] = []
  /// How busy the client's link pretends to be.
  var load = LinkLoad()

  let client = ClientID(number: 1)

  /// An exchange whose market stands still unless a rate is given, and one client that asked for an upgrade.
  init(rate: Int? = 0, token: String? = nil, symbolCount: Int = 50, seed: UInt64 = 1, connects: Bool = true) {
    var configuration = ExchangeConfiguration()
    configuration.rate = rate
    configuration.token = token
    configuration.symbolCount = symbolCount
    configuration.seed = seed
    let moment = Moment(now: now, wall: Timestamp(seconds: 1_800_000_000))
    core = ExchangeCore(configuration: configuration, at: moment)
    if connects {
      request("/v1/quotes")
      step()
    }
  }

  private var moment: Moment {
    Moment(
      now: now, wall: Timestamp(seconds: 1_800_000_000) + (now - Instant(nanoseconds: 5_000_000_000)))
  }

  mutating func request(_ target: String, method: String = "GET", authorization: String? = nil) {
    let headers = authorization.map { [HTTPHeader(name: "authorization", value: $0)] } ?? []
    receive([.request(HTTPRequestHead(method: method, target: target, headers: headers))])
    step()
  }

  mutating func receive(_ events: [WebSocketEvent], from id: ClientID? = nil) {
    actions += core.receive(events, from: id ?? client, at: moment)
  }

  /// Says that the client's link takes more again.
  mutating func drain() {
    core.linkDrained(client)
  }

  /// Sends a command and makes the step that follows it.
  mutating func say(_ text: String) {
    receive([.text(ArraySlice(text.utf8))])
    step()
  }

  mutating func ping(_ payload: String) {
    receive([.ping(ArraySlice(payload.utf8))])
    step()
  }

  mutating func apply(_ line: String) throws {
    apply(try #require(try FaultParser.fault(in: line)))
  }

  mutating func apply(_ fault: ExchangeFault) {
    actions += core.apply(fault, at: moment)
    step()
  }

  mutating func step() {
    actions += core.step(moment, loads: [client: load])
  }

  /// Moves the clock in steps of 10 ms, each of which the core may use.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while now < end {
      now = now + .milliseconds(10)
      step()
    }
  }

  var nextDue: Duration? { core.nextDue(at: now).map { $0 - now } }

  /// What was done since the last call, and forgets it.
  mutating func takeActions() -> [ExchangeAction] {
    defer { actions.removeAll() }
    return actions
  }

  /// The frames sent to the client since the last call but for the introduction, pongs as `pong TEXT`.
  mutating func takeFrames() -> [String] {
    takeAllFrames().filter { $0 != String(decoding: FrameEncoder.source, as: UTF8.self) }
  }

  /// All frames sent to the client since the last call.
  mutating func takeAllFrames() -> [String] {
    takeActions().flatMap { action -> [String] in
      guard case .link(client, .send(let frames)) = action else { return [] }
      return frames.map { frame in
        switch frame {
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .pong(let bytes): "pong " + String(decoding: bytes, as: UTF8.self)
        }
      }
    }
  }

  /// The messages sent to the client since the last call, without frames that are no JSON.
  mutating func takeMessages() -> [WireMessage] {
    takeFrames().compactMap(WireMessage.init)
  }
}

/// A server's message as a test reads it.
struct WireMessage: Decodable, Equatable {
  let type: String
  var symbol: String?
  var seq: Int?
  var last: Int?
  var previousClose: Int?
  var high: Int?
  var low: Int?
  var scale: Int?
  var currency: String?
  var session: String?
  var exchange: String?
  var nextOpen: String?
  var symbols: [String]?
  var code: String?
  var sent: Int?
  var time: String?

  /// The message of a frame; nil when it is no JSON.
  init?(_ frame: String) {
    guard let message = try? JSONDecoder().decode(WireMessage.self, from: Data(frame.utf8)) else {
      return nil
    }
    self = message
  }
}
