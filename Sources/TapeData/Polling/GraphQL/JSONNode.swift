/// A JSON value whose shape is only known when it is looked at; numbers are kept as they are written.
indirect enum JSONNode: Equatable, Sendable {
  case object([String: JSONNode])
  case array([JSONNode])
  case text(String)
  case number(String)
  case flag(Bool)
  case null

  /// How deeply objects and arrays may nest.
  private static let maximumDepth = 64

  /// Reads a JSON text.
  ///
  /// - Throws: ``JSONFault`` when it is none.
  init(_ bytes: Span<UInt8>) throws(JSONFault) {
    var scanner = JSONScanner()
    self = try Self.read(with: &scanner, in: bytes, depth: 0)
    try scanner.end(in: bytes)
  }

  private static func read(
    with scanner: inout JSONScanner, in bytes: Span<UInt8>, depth: Int
  ) throws(JSONFault) -> JSONNode {
    guard depth < maximumDepth else { throw scanner.fault(.tooDeep) }
    switch scanner.container(in: bytes) {
    case .object:
      var object: [String: JSONNode] = [:]
      var more = try scanner.begin(.object, in: bytes)
      while more {
        let key = try scanner.key(in: bytes).string(of: bytes)
        object[key] = try read(with: &scanner, in: bytes, depth: depth + 1)
        more = try scanner.next(.object, in: bytes)
      }
      return .object(object)
    case .array:
      var array: [JSONNode] = []
      var more = try scanner.begin(.array, in: bytes)
      while more {
        array.append(try read(with: &scanner, in: bytes, depth: depth + 1))
        more = try scanner.next(.array, in: bytes)
      }
      return .array(array)
    case nil: return try scalar(with: &scanner, in: bytes)
    }
  }

  private static func scalar(
    with scanner: inout JSONScanner, in bytes: Span<UInt8>
  ) throws(JSONFault) -> JSONNode {
    let first = scanner.peek(in: bytes)
    if first == UInt8(ascii: "t") || first == UInt8(ascii: "f") {
      guard case .value(let flag) = try scanner.boolean(in: bytes) else { return .null }
      return .flag(flag)
    }
    switch try scanner.lexeme(in: bytes) {
    case .text(let text): return .text(text.string(of: bytes))
    case .number(let range): return .number(JSONText(range: range, isPlain: true).string(of: bytes))
    case .null, .other: return .null
    }
  }

  /// The value at a pointer (RFC 6901); nil when there is none.
  subscript(pointer: JSONPointer) -> JSONNode? {
    var node = self
    for key in pointer.keys {
      switch node {
      case .object(let fields):
        guard let next = fields[key] else { return nil }
        node = next
      case .array(let items):
        guard let index = Int(key), items.indices.contains(index) else { return nil }
        node = items[index]
      default: return nil
      }
    }
    return node
  }

  /// The text, or the number as it is written.
  var words: String? {
    switch self {
    case .text(let text), .number(let text): text
    default: nil
    }
  }

  /// A price: null and an empty text are none, what is no number is not fit.
  var price: PriceField {
    switch self {
    case .null: return .missing
    case .text(""): return .missing
    case .text(let text), .number(let text):
      let bytes = Array(text.utf8)
      return DecimalNumber(bytes.span).map { .value($0) } ?? .unfit
    case .object, .array, .flag: return .unfit
    }
  }

  /// The value as a JSON text.
  var bytes: [UInt8] {
    switch self {
    case .object(let fields):
      let items = fields.sorted { $0.key < $1.key }
        .map { JSONText.quoted($0.key) + [UInt8(ascii: ":")] + $0.value.bytes }
      return Self.joined(items, "{", "}")
    case .array(let items): return Self.joined(items.map(\.bytes), "[", "]")
    case .text(let text): return JSONText.quoted(text)
    case .number(let text): return Array(text.utf8)
    case .flag(let flag): return Array((flag ? "true" : "false").utf8)
    case .null: return Array("null".utf8)
    }
  }

  private static func joined(_ items: [[UInt8]], _ open: String, _ close: String) -> [UInt8] {
    Array(open.utf8) + Array(items.joined(separator: [UInt8(ascii: ",")])) + Array(close.utf8)
  }
}
