import CNcurses

extension NcursesTerminal {
  /// Whether ``open(options:)`` would get as far as a screen, as far as the terminal's entry tells; the terminal is left
  /// alone.
  ///
  /// False only for an entry that cannot move the cursor: whatever else is wrong is said by the opening.
  public nonisolated static func canMoveCursor(name: String, color: ColorChoice) -> Bool {
    let candidates = TerminalFallback.candidates(for: name, color: color)
    guard !name.isEmpty, candidates.contains(where: { tape_read_entry($0) }) else { return true }
    return tape_capability("cup") != nil
  }
}
