import Foundation
import TapeWebSocket

/// Frames, the UTF-8 check and masking, in bytes a second beside a copy of the same bytes.
struct CodecBench {
  private static let readSize = 64 << 10
  private let isQuick: Bool

  /// A measurement with fewer bytes when `isQuick`.
  init(isQuick: Bool) {
    self.isQuick = isQuick
  }

  /// Nanoseconds a kilobyte of each, with copying as the floor.
  func run() throws -> [Figure] {
    let count = isQuick ? 1_000 : 20_000
    let framed = SampleFrames(updates: count, symbols: 50).framed
    // Letters of one to four bytes in turns: no run of one kind is long.
    let mixed = Array(
      String(repeating: "Ümläut über Größe 12 № 漢字 и текст, 🎉 naïve façade. ", count: count).utf8)
    let plain = Array(repeating: UInt8(ascii: "a"), count: framed.count)
    return try [
      figure("codec: frames and their text", framed, { try Self.receive($0) }),
      figure("codec: UTF-8 check, ASCII", plain, { try Self.validate($0) }),
      figure("codec: UTF-8 check, mixed scripts", mixed, { try Self.validate($0) }),
      figure("codec: masking", plain, { Self.mask(&$0) }),
    ]
  }

  private func figure(
    _ name: String, _ bytes: [UInt8], _ body: @escaping (inout [[UInt8]]) throws -> Void
  ) throws -> Figure {
    var reads = stride(from: 0, to: bytes.count, by: Self.readSize).map {
      Array(bytes[$0..<min(bytes.count, $0 + Self.readSize)])
    }
    let times = try Rounds.medians(of: [
      { try body(&reads) },
      { Self.copy(reads) },
    ])
    let scale = 1e9 / (Double(bytes.count) / 1_024)
    return Figure(
      name: name, value: times[0] * scale, unit: "ns a KiB", floor: times[1] * scale, floorName: "memcpy")
  }

  private static func copy(_ reads: [[UInt8]]) {
    var target = [UInt8](repeating: 0, count: readSize)
    for read in reads {
      target.withUnsafeMutableBytes { target in
        read.withUnsafeBytes { target.copyMemory(from: $0) }
      }
    }
  }

  private static func validate(_ reads: [[UInt8]]) throws {
    var validator = UTF8Validator()
    for read in reads where !validator.accept(read.span.bytes) { throw BenchFault("Valid text was refused.") }
  }

  private static func mask(_ reads: inout [[UInt8]]) {
    let mask = FrameMask(key: 0x1234_5678)
    for index in reads.indices { mask.apply(to: &reads[index], from: 0) }
  }

  private static func receive(_ reads: [[UInt8]]) throws {
    var machine = try openMachine()
    var random = SystemRandomNumberGenerator()
    for read in reads {
      for event in machine.receive(read, using: &random) {
        if case .closed = event { throw BenchFault("A good frame was refused.") }
      }
    }
  }

  /// A client's machine on the far side of the handshake; the digest is not what is measured.
  private static func openMachine() throws -> WebSocketMachine {
    var configuration = WebSocketConfiguration()
    configuration.gathersTexts = true
    configuration.allowsCompression = false
    var machine = WebSocketMachine(
      client: try WebSocketURL("ws://127.0.0.1/v1/quotes"), headers: [], configuration: configuration,
      nonce: [UInt8](repeating: 7, count: 16), sha1: { _ in [UInt8](repeating: 0, count: 20) })
    _ = machine.takeOutput()
    let answer =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n"
    var random = SystemRandomNumberGenerator()
    _ = machine.receive(Array(answer.utf8), using: &random)
    guard machine.phase == .open else { throw BenchFault("The handshake of the benchmark was refused.") }
    return machine
  }
}
