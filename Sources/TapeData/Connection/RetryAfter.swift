import TapeDomain

/// Reads how long a server asks to wait (RFC 9110 §10.2.3).
enum RetryAfter {
  /// The wait that a Retry-After header asks for, held to 0…1 hour; nil when the header says nothing readable.
  ///
  /// A date is measured from the server's own Date header where it has one, so that a wrong local clock does not
  /// change the wait.
  static func parse(_ value: String?, date: String?, wall: Timestamp) -> Duration? {
    guard let value = value?.trimmingSpaces, !value.isEmpty else { return nil }
    let wait: Duration
    if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than Int holds are a wait beyond every cap.
      wait = .seconds(min(Int(value) ?? .max, 1_000_000))
    } else {
      guard let time = HTTPDate.parse(value) else { return nil }
      wait = time - (date.flatMap(HTTPDate.parse) ?? wall)
    }
    return min(max(wait, .zero), ReconnectPolicy.longestRetryAfter)
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmingSpaces: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isSpace)
    return String(start.reversed().drop(while: isSpace).reversed())
  }
}
