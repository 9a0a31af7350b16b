/// How texts stand in a URL.
enum URLText {
  private static let digits = Array("0123456789ABCDEF")

  /// The text with every byte escaped that may mean something in a URL (RFC 3986 section 2.3).
  static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
