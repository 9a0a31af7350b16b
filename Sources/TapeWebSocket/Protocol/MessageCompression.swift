/// Makes the two halves of a connection's compression (RFC 7692); handed to a machine, which has no library.
public protocol MessageCompression: Sendable {
  /// One half for what is received; nil when there is no memory for it.
  ///
  /// - Parameter windowBits: 8 to 15: the sender looks back at most 2^n bytes.
  func makeInflater(windowBits: Int) -> (any MessageInflating)?
  /// One half for what is sent; nil when the window is not possible or there is no memory for it.
  ///
  /// - Parameter windowBits: 8 to 15: no further back than 2^n bytes is looked.
  func makeDeflater(windowBits: Int) -> (any MessageDeflating)?
}
