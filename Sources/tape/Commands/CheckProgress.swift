import Foundation

/// How far a long tape was played, on one line of a terminal; nothing where there is none.
struct CheckProgress {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var shown = -1

  /// Shows it when it is another whole percent; always true, to go on.
  mutating func show(_ permille: Int) -> Bool {
    guard isShown, permille / 10 != shown else { return true }
    shown = permille / 10
    FileHandle.standardError.write(Data("\r\(shown) % of the tape".utf8))
    return true
  }

  /// Leaves an empty line.
  func clear() {
    if isShown, shown >= 0 { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }
}
