/// Drops pasted text: on a list, a pasted `q` must not quit.
struct PasteFilter: Sendable {
  private static let end: [RawKey] = "\u{1B}[201~".unicodeScalars.map(RawKey.scalar)

  private var isPasting = false
  private var matched = 0

  /// What of the input was typed.
  ///
  /// The end of a paste counts in pieces too: on a slow link its characters may arrive one by one.
  mutating func typed(_ input: [RawKey]) -> [RawKey] {
    input.filter { item in
      switch item {
      case .pasteStart:
        isPasting = true
        matched = 0
        return false
      case .pasteEnd:
        isPasting = false
        return false
      case .key, .scalar:
        guard isPasting else { return true }
        matched = item == Self.end[matched] ? matched + 1 : item == Self.end[0] ? 1 : 0
        if matched == Self.end.count { isPasting = false }
        return false
      }
    }
  }
}
