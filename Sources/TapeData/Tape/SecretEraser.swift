/// Takes secrets out of what is recorded.
enum SecretEraser {
  /// The secret as it may stand in a text: as it is, in a JSON string with slashes escaped or not, in one of those in
  /// another one, and in a URL with digits of either case.
  static func forms(of secret: String) -> [[UInt8]] {
    let once = quoted(Array(secret.utf8))
    let slashed = once.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
    let forms = [
      Array(secret.utf8), once, slashed, quoted(once), quoted(slashed),
      inURL(secret, isUppercase: true), inURL(secret, isUppercase: false),
    ]
    // The longest first: a part of one is no whole one.
    return Set(forms).sorted { $0.count > $1.count }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    Array(JSONText.quoted(String(decoding: text, as: UTF8.self)).dropFirst().dropLast())
  }

  private static func inURL(_ text: String, isUppercase: Bool) -> [UInt8] {
    text.utf8.flatMap { byte -> [UInt8] in
      let isLetter = (0x61...0x7A).contains(byte | 0x20)
      if isLetter || (0x30...0x39).contains(byte) || "-._~".utf8.contains(byte) { return [byte] }
      let digits = String(byte, radix: 16, uppercase: isUppercase)
      return Array("%\(digits.count == 1 ? "0" : "")\(digits)".utf8)
    }
  }

  /// The text with an asterisk for each byte of the secret, wherever it stands.
  static func erase(_ secret: [UInt8], from text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result = text
    var place = text.startIndex
    while let found = find(secret, in: text[place...]) {
      for index in found..<found + secret.count { result[index] = UInt8(ascii: "*") }
      place = found + secret.count
    }
    return result
  }

  private static func find(_ secret: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    let place = text.withUnsafeBytes { text in secret.withUnsafeBytes { text.place(of: $0) } }
    return place.map { text.startIndex + $0 }
  }
}
