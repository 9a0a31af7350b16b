/// What is looked for.
struct FindPattern: Hashable, Sendable {
  /// The text as it was typed.
  let text: String
  private let bytes: [UInt8]
  private let folded: String

  /// A pattern of that text.
  init(_ text: String) {
    self.text = text
    folded = TextFold.folded(text)
    bytes = Array(folded.utf8)
  }

  /// Whether there is nothing to look for.
  var isEmpty: Bool { bytes.isEmpty }

  /// Whether it stands in a text that is folded already, in UTF-8.
  func isFound(in folded: [UInt8]) -> Bool {
    guard let first = bytes.first, folded.count >= bytes.count else { return bytes.isEmpty }
    for start in 0...(folded.count - bytes.count) where folded[start] == first {
      var length = 1
      while length < bytes.count, folded[start + length] == bytes[length] { length += 1 }
      if length == bytes.count { return true }
    }
    return false
  }

  /// Where its first occurrence stands in a text as it is shown; nil when whole characters do not match.
  func range(in text: String) -> Range<String.Index>? {
    guard !isEmpty else { return nil }
    let starts = Array(text.indices) + [text.endIndex]
    let shown = text.map { TextFold.folded(String($0)) }
    for first in shown.indices {
      var joined = ""
      var end = first
      while end < shown.count, joined.utf8.count < folded.utf8.count {
        joined += shown[end]
        end += 1
      }
      if joined == folded { return starts[first]..<starts[end] }
    }
    return nil
  }
}
