extension Span<UInt8> {
  /// Whether the bytes are that text.
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for offset in 0..<count where self[offset] != text.utf8Start[offset] { return false }
    return true
  }
}
