/// Writes frames (RFC 6455 §5.2): never fragmented, lengths in their shortest form, a fresh mask for each in
/// the client role.
struct FrameEncoder: Sendable {
  private let role: WebSocketRole

  /// An encoder of what that side sends.
  init(role: WebSocketRole) {
    self.role = role
  }

  /// Appends a whole frame to `output`; `isCompressed` sets the bit that says so (RFC 7692 §6).
  func append(
    _ opcode: Opcode, _ payload: some Collection<UInt8>, isCompressed: Bool = false, to output: inout [UInt8],
    using random: inout some RandomNumberGenerator
  ) {
    let masked: UInt8 = role == .client ? 0x80 : 0
    output.append((isCompressed ? 0xC0 : 0x80) | opcode.rawValue)
    switch payload.count {
    case ...125:
      output.append(masked | UInt8(payload.count))
    case ...0xFFFF:
      output.append(masked | 126)
      appendLength(payload.count, size: 2, to: &output)
    default:
      output.append(masked | 127)
      appendLength(payload.count, size: 8, to: &output)
    }
    guard role == .client else {
      output.append(contentsOf: payload)
      return
    }
    let mask = FrameMask(key: random.next())
    output.append(contentsOf: mask.bytes)
    let start = output.count
    output.append(contentsOf: payload)
    mask.apply(to: &output, from: start)
  }

  private func appendLength(_ length: Int, size: Int, to output: inout [UInt8]) {
    for place in (0..<size).reversed() {
      output.append(UInt8(truncatingIfNeeded: length >> (place * 8)))
    }
  }
}
