/// The sending half of an agreed compression: what compresses our messages, made for the first that is worth it.
struct Deflation: Sendable {
  /// Messages of fewer bytes are sent as they are.
  static let threshold = 32

  private let compression: any MessageCompression
  private let windowBits: Int
  private let keepsContext: Bool
  private var deflater: (any MessageDeflating)?
  private var isImpossible = false

  /// What that side needs to write to the other one.
  init(_ compression: any MessageCompression, _ terms: CompressionTerms, sentBy role: WebSocketRole) {
    self.compression = compression
    windowBits = role == .client ? terms.clientWindowBits : terms.serverWindowBits
    keepsContext = role == .client ? terms.clientKeepsContext : terms.serverKeepsContext
  }

  /// The compressed message; nil when it is to be sent as it is, which is always allowed (RFC 7692 §7.2.1).
  mutating func deflate(_ message: [UInt8]) -> [UInt8]? {
    guard message.count >= Self.threshold, !isImpossible else { return nil }
    if deflater == nil { deflater = compression.makeDeflater(windowBits: windowBits) }
    var output: [UInt8] = []
    guard let deflater, deflater.deflate(message, into: &output) else {
      isImpossible = true
      deflater = nil
      return nil
    }
    if !keepsContext { deflater.reset() }
    return output
  }
}
