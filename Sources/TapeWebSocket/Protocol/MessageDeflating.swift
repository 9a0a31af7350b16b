/// Compresses the messages of one direction (RFC 7692 §7.2.1).
public protocol MessageDeflating: AnyObject, Sendable {
  /// Appends the compressed message, without the four bytes `00 00 FF FF` at its end.
  ///
  /// Returns false when there is no memory; nothing may be compressed after that.
  func deflate(_ message: [UInt8], into output: inout [UInt8]) -> Bool
  /// Forgets what came before, for receivers that do not look back beyond a message.
  func reset()
}
