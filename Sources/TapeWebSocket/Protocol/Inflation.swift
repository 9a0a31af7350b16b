/// The receiving half of an agreed compression: what inflates the peer's messages, made for the first of them.
struct Inflation: Sendable {
  private let compression: any MessageCompression
  private let windowBits: Int
  private let keepsContext: Bool
  private var inflater: (any MessageInflating)?

  /// What that side needs to read the other one.
  init(_ compression: any MessageCompression, _ terms: CompressionTerms, receivedBy role: WebSocketRole) {
    self.compression = compression
    windowBits = role == .client ? terms.serverWindowBits : terms.clientWindowBits
    keepsContext = role == .client ? terms.serverKeepsContext : terms.clientKeepsContext
  }

  /// Appends what a piece of a message inflates to, and the rest of it when that is its last.
  ///
  /// No more than `limit` bytes are ever in `output` but one, which is enough to know.
  mutating func inflate(
    _ piece: ArraySlice<UInt8>, isLast: Bool, into output: inout [UInt8], limit: Int
  ) throws(WebSocketError) {
    if inflater == nil { inflater = compression.makeInflater(windowBits: windowBits) }
    guard let inflater else {
      throw .protocolViolation("there is no memory to inflate a compressed message")
    }
    guard inflater.inflate(piece, into: &output, limit: limit) else { throw Self.broken }
    guard output.count <= limit else { throw .messageTooLarge(limit: limit) }
    guard isLast else { return }
    guard inflater.finish(into: &output, limit: limit) else { throw Self.broken }
    guard output.count <= limit else { throw .messageTooLarge(limit: limit) }
    if !keepsContext { inflater.reset() }
  }

  private static let broken = WebSocketError.protocolViolation(
    "a compressed message is not DEFLATE (RFC 7692 §7.2.2)")
}
