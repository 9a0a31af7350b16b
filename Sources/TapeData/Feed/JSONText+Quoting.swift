extension JSONText {
  /// `text` as a JSON string, quotes included (RFC 8259 §7).
  static func quoted(_ text: String) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        result += [UInt8(ascii: "\\"), byte]
      case 0x00..<0x20:
        let digits = String(byte, radix: 16)
        result += Array(#"\u00\#(digits.count == 1 ? "0" : "")\#(digits)"#.utf8)
      default:
        result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
    return result
  }
}
