@testable import TapeData

/// A JSON value by which two readers can be compared; a number that is no 64-bit integer is just that.
indirect enum JSONTree: Equatable {
  case null, bool(Bool), integer(Int), otherNumber, string(String), array([JSONTree]), object(
    [String: JSONTree])

  /// Reads a whole text with the scanner under test.
  static func scan(_ text: [UInt8]) throws(JSONFault) -> JSONTree {
    var scanner = JSONScanner()
    let tree = try value(&scanner, text.span)
    try scanner.end(in: text.span)
    return tree
  }

  /// Whether there is a number in it that is no 64-bit integer as we read it.
  var hasOtherNumber: Bool {
    switch self {
    case .otherNumber: true
    case .array(let elements): elements.contains(where: \.hasOtherNumber)
    case .object(let fields): fields.values.contains(where: \.hasOtherNumber)
    case .null, .bool, .integer, .string: false
    }
  }

  /// Whether `other` is the same value; a number with a fraction or exponent may be an integer there.
  func matches(_ other: JSONTree?) -> Bool {
    switch (self, other) {
    case (.otherNumber, .integer): true
    case (.array(let mine), .array(let theirs)):
      mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.matches($1) }
    case (.object(let mine), .object(let theirs)):
      mine.count == theirs.count && mine.allSatisfy { $0.value.matches(theirs[$0.key]) }
    default: self == other
    }
  }

  private static func value(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONFault) -> JSONTree
  {
    switch scanner.container(in: bytes) {
    case .array:
      var elements: [JSONTree] = []
      var more = try scanner.begin(.array, in: bytes)
      while more {
        elements.append(try value(&scanner, bytes))
        more = try scanner.next(.array, in: bytes)
      }
      return .array(elements)
    case .object:
      var fields: [String: JSONTree] = [:]
      var more = try scanner.begin(.object, in: bytes)
      while more {
        let key = try scanner.key(in: bytes).string(of: bytes)
        fields[key] = try value(&scanner, bytes)
        more = try scanner.next(.object, in: bytes)
      }
      return .object(fields)
    case nil:
      return try scalar(&scanner, bytes)
    }
  }

  private static func scalar(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONFault) -> JSONTree
  {
    let start = scanner
    if case .value(let text) = try scanner.string(in: bytes) { return .string(text.string(of: bytes)) }
    scanner = start
    switch try scanner.integer(in: bytes) {
    case .value(let integer): return .integer(integer)
    case .null: return .null
    case .unfit: break
    }
    let first = bytes[start.offset]
    return first == UInt8(ascii: "t") ? .bool(true) : first == UInt8(ascii: "f") ? .bool(false) : .otherNumber
  }
}

extension JSONTree: Decodable {
  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      var fields: [String: JSONTree] = [:]
      for key in object.allKeys { fields[key.stringValue] = try object.decode(JSONTree.self, forKey: key) }
      self = .object(fields)
      return
    }
    if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONTree] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONTree.self)) }
      self = .array(elements)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let integer = try? value.decode(Int.self) {
      self = .integer(integer)
    } else {
      // A number of any size; Foundation refuses what a Double cannot hold.
      _ = try value.decode(Double.self)
      self = .otherNumber
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
