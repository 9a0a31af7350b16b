/// A frame as tests write and read it, without the code under test.
struct WireFrame: Equatable {
  var opcode: UInt8
  var payload: [UInt8] = []
  var isFinal = true
  var reserved: UInt8 = 0
  var mask: [UInt8]?
  /// The length in the header, and the number of bytes it takes there, when they are not what they should be.
  var length: UInt64?
  var lengthSize: Int?

  static func text(_ text: String, isFinal: Bool = true) -> WireFrame {
    WireFrame(opcode: 1, payload: Array(text.utf8), isFinal: isFinal)
  }

  static func text(bytes: [UInt8], isFinal: Bool = true) -> WireFrame {
    WireFrame(opcode: 1, payload: bytes, isFinal: isFinal)
  }

  static func binary(_ bytes: [UInt8], isFinal: Bool = true) -> WireFrame {
    WireFrame(opcode: 2, payload: bytes, isFinal: isFinal)
  }

  static func more(_ text: String, isFinal: Bool) -> WireFrame {
    WireFrame(opcode: 0, payload: Array(text.utf8), isFinal: isFinal)
  }

  static func more(bytes: [UInt8], isFinal: Bool) -> WireFrame {
    WireFrame(opcode: 0, payload: bytes, isFinal: isFinal)
  }

  static func ping(_ text: String = "") -> WireFrame { WireFrame(opcode: 9, payload: Array(text.utf8)) }

  static func pong(_ text: String = "") -> WireFrame { WireFrame(opcode: 10, payload: Array(text.utf8)) }

  static func close(_ code: UInt16, _ reason: String = "") -> WireFrame {
    WireFrame(opcode: 8, payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
  }

  static func close(bytes: [UInt8] = []) -> WireFrame { WireFrame(opcode: 8, payload: bytes) }

  func masked(_ mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]) -> WireFrame {
    var frame = self
    frame.mask = mask
    return frame
  }

  var bytes: [UInt8] {
    let length = length ?? UInt64(payload.count)
    let size = lengthSize ?? (length < 126 ? 0 : length <= 0xFFFF ? 2 : 8)
    let code: UInt8 = size == 0 ? UInt8(length) : size == 2 ? 126 : 127
    var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode, (mask == nil ? 0 : 0x80) | code]
    bytes += (0..<size).map { UInt8(truncatingIfNeeded: length >> (8 * (size - 1 - $0))) }
    guard let mask else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  /// Reads whole frames, unmasked but with their masks kept; nil when the bytes do not end with a frame.
  static func parse(_ bytes: [UInt8]) -> [WireFrame]? {
    var frames: [WireFrame] = []
    var rest = bytes[...]
    while let first = rest.popFirst() {
      guard let second = rest.popFirst() else { return nil }
      let code = second & 0x7F
      let size = code < 126 ? 0 : code == 126 ? 2 : 8
      guard rest.count >= size else { return nil }
      let length = size == 0 ? Int(code) : rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(size)
      let mask = second & 0x80 == 0 ? nil : Array(rest.prefix(4))
      rest = rest.dropFirst(mask?.count ?? 0)
      guard rest.count >= length else { return nil }
      let payload = rest.prefix(length).enumerated().map { offset, byte in
        mask.map { byte ^ $0[offset % 4] } ?? byte
      }
      rest = rest.dropFirst(length)
      frames.append(
        WireFrame(
          opcode: first & 0x0F, payload: payload, isFinal: first & 0x80 != 0, reserved: first >> 4 & 7,
          mask: mask))
    }
    return frames
  }
}

extension WireFrame: CustomStringConvertible {
  /// Such as `text Hello`, `pong`, `close 1002`.
  var description: String {
    let names: [UInt8: String] = [0: "more", 1: "text", 2: "binary", 8: "close", 9: "ping", 10: "pong"]
    var words = [names[opcode, default: "\(opcode)"]]
    if opcode == 8, payload.count >= 2 { words.append("\(Int(payload[0]) << 8 | Int(payload[1]))") }
    let text = opcode == 8 ? payload.dropFirst(2) : payload[...]
    if !text.isEmpty { words.append(String(decoding: text, as: UTF8.self)) }
    return words.joined(separator: " ")
  }
}

extension [WireFrame] {
  var bytes: [UInt8] { flatMap(\.bytes) }
}
