/// What makes a text no JSON text (RFC 8259), and where.
struct JSONFault: Error, Equatable, CustomStringConvertible {
  /// The kinds of faults, each with its words.
  enum Problem: String {
    case unexpectedByte = "unexpected byte"
    case unclosedString = "the string is not closed"
    case controlCharacter = "a control character stands in a string"
    case badEscape = "bad escape"
    case loneSurrogate = "half of a surrogate pair"
    case badNumber = "bad number"
    case tooDeep = "nested too deeply"
    case trailingBytes = "bytes follow the value"
  }

  /// What is wrong.
  let problem: Problem
  /// The offset of the byte where that was seen.
  let offset: Int

  /// The fault in words.
  var description: String { "\(problem.rawValue) at byte \(offset)" }
}
