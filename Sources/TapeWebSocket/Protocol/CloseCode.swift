/// The close codes this library speaks of (RFC 6455 §7.4.1).
enum CloseCode {
  /// The peer broke the protocol.
  static let protocolError: UInt16 = 1002
  /// Stands for a close frame without a code; never on the wire.
  static let none: UInt16 = 1005
  /// Stands for a connection that ended without a close frame; never on the wire.
  static let abnormal: UInt16 = 1006
  /// A text that is not UTF-8.
  static let invalidData: UInt16 = 1007
  /// A message above the receiver's limit.
  static let messageTooBig: UInt16 = 1009

  /// Whether a close frame may carry the code: the registered ones, and 3000 to 4999 (RFC 6455 §7.4.2).
  static func isAllowedOnTheWire(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
