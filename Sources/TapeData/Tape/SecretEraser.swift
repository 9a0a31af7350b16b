/// Takes secrets out of what is recorded.
enum SecretEraser {
  /// The text with an asterisk for each byte of the secret, wherever it stands.
  static func erase(_ secret: [UInt8], from text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = secret.first, text.count >= secret.count else { return text }
    var result = text
    var place = text.startIndex
    while place <= text.endIndex - secret.count {
      guard let found = result[place...].firstIndex(of: first), found <= text.endIndex - secret.count else {
        break
      }
      if result[found..<found + secret.count].elementsEqual(secret) {
        for index in found..<found + secret.count { result[index] = UInt8(ascii: "*") }
        place = found + secret.count
      } else {
        place = found + 1
      }
    }
    return result
  }
}
