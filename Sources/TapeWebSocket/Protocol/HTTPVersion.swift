/// A version of HTTP/1; the upgrade needs 1.1 (RFC 6455 §4.1).
struct HTTPVersion: Equatable, Sendable {
  /// The digit after `HTTP/1.`.
  let minor: UInt8

  /// Whether it knows `Upgrade`.
  var allowsUpgrade: Bool { minor >= 1 }

  /// Reads `HTTP/1.` and a digit; nil for anything else.
  init?(parsing text: ArraySlice<UInt8>) {
    guard text.count == 8, text.starts(with: "HTTP/1.".utf8), let digit = text.last, digit.isDigit else {
      return nil
    }
    minor = digit - UInt8(ascii: "0")
  }
}
