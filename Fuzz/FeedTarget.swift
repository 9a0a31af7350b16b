import Foundation

@testable import TapeData
@testable import TapeDomain

/// A frame of the feed: the scanner beside Foundation's reader (the same value, or both refuse), then the dialect
/// beside what Foundation read.
///
/// Exceptions, where the two differ on purpose:
/// - bytes that are not UTF-8: the WebSocket refuses them before; here they must only not crash;
/// - a byte order mark or a NUL at the start: Foundation takes them for other encodings, RFC 8259 §8.1 does not;
/// - nesting beyond 64 levels, which the scanner refuses;
/// - an object with a name twice: the last counts for us (RFC 8259 §4 leaves it open), and Foundation does not check
///   the value that it leaves out;
/// - a comma behind the last field of an object, which Foundation takes and RFC 8259 §4 does not;
/// - numbers: Foundation reads `1.0` as an integer and refuses what a Double cannot hold, we do neither.
enum FeedTarget {
  static func run(_ bytes: [UInt8]) {
    let messages = decode(bytes)
    check(messages.count == 1, "one frame gave \(messages.count) messages")
    guard String(validating: bytes, as: UTF8.self) != nil, !isOtherEncoding(bytes), depth(bytes) <= 64
    else { return }
    let mine = try? JSONTree.scan(bytes)
    let theirs = try? JSONDecoder().decode(JSONTree.self, from: Data(bytes))
    if theirs == nil, mine?.hasOtherNumber == true { return }
    if mine == nil, hasTrailingComma(bytes) { return }
    if let read = theirs ?? mine, read.countOfNames != names(bytes) { return }
    check(
      mine?.matches(theirs) ?? (theirs == nil), "\(String(describing: mine)) / \(String(describing: theirs))")
    judge(messages[0], beside: mine)
  }

  private static func decode(_ bytes: [UInt8]) -> [FeedMessage] {
    var dialect = TapeDialect()
    dialect.begin()
    var messages: [FeedMessage] = []
    // Not at the start of the array, as in a read that holds other frames.
    let padded = [0x5B] + bytes + [0x22]
    dialect.decode(padded[1..<1 + bytes.count].span, into: &messages)
    return messages
  }

  /// What the dialect says must stand in the object that Foundation would have read.
  private static func judge(_ message: FeedMessage, beside tree: JSONTree?) {
    guard case .object(let fields) = tree else {
      check(isMalformed(message), "no object became \(message)")
      return
    }
    switch message {
    case .snapshot(let patch):
      check(fields["type"] == .string("snapshot"), "\(fields)")
      judge(patch, fields)
    case .update(let patch):
      check(fields["type"] == .string("update"), "\(fields)")
      judge(patch, fields)
    case .ticks(let run):
      check(fields["type"] == .string("update") && run.count == 1, "\(fields)")
      for tick in run { judge(tick.patch, fields) }
    case .heartbeat(_, let sent, _):
      check(fields["type"] == .string("heartbeat"), "\(fields)")
      check(sent == integer(fields["sent"]), "\(message) / \(fields)")
    case .market(let session, let symbols):
      check(fields["session"] == .string(session.rawValue), "\(message) / \(fields)")
      check(fields["symbols"] == .array(symbols.map { .string($0.text) }), "\(message) / \(fields)")
    case .source, .error, .malformed, .answer, .lost, .denied, .goingAway, .unknown: break
    }
  }

  private static func judge(_ patch: QuotePatch, _ fields: [String: JSONTree]) {
    check(fields["symbol"] == .string(patch.symbol.text), "\(patch) / \(fields)")
    check(fields["seq"] == .integer(patch.sequence) && patch.sequence > 0, "\(patch) / \(fields)")
    let prices = [
      ("last", patch.last), ("previousClose", patch.previousClose), ("open", patch.open),
      ("high", patch.high), ("low", patch.low), ("bid", patch.bid), ("ask", patch.ask),
      ("volume", patch.volume), ("delay", patch.delayMinutes),
    ]
    for (name, field) in prices {
      let expected: JSONTree? =
        switch field {
        case .absent: nil
        case .null: .null
        case .set(let value): .integer(value)
        }
      check(fields[name] == expected, "\(name) of \(patch) / \(fields)")
    }
  }

  private static func integer(_ tree: JSONTree?) -> Int? {
    if case .integer(let value) = tree { value } else { nil }
  }

  private static func isMalformed(_ message: FeedMessage) -> Bool {
    if case .malformed = message { true } else { false }
  }

  private static func isOtherEncoding(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(4).contains(0) || bytes.starts(with: [0xEF, 0xBB, 0xBF])
  }

  private static func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
    let dense = bytes.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return zip(dense, dense.dropFirst()).contains { comma, close in
      comma == UInt8(ascii: ",") && (close == UInt8(ascii: "}") || close == UInt8(ascii: "]"))
    }
  }

  /// The deepest nesting that the brackets could make, those in strings counted too.
  private static func depth(_ bytes: [UInt8]) -> Int {
    var deepest = 0
    var depth = 0
    for byte in bytes {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }

  /// How many names the text has, if it is JSON: the colons outside of its strings.
  private static func names(_ bytes: [UInt8]) -> Int {
    var isString = false
    var isEscaped = false
    var count = 0
    for byte in bytes {
      if byte == UInt8(ascii: "\"") && !isEscaped { isString.toggle() }
      isEscaped = isString && !isEscaped && byte == UInt8(ascii: "\\")
      if byte == UInt8(ascii: ":"), !isString { count += 1 }
    }
    return count
  }
}
