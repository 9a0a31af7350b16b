import CTerminal

/// Sees to it that the terminal is handed back, by whatever way the process ends.
struct TerminalGuard: Sendable {
  private let restore: String
  private let usesPaste: Bool

  /// A guard that knows what to write; `capability` looks up a terminfo string by its name.
  init(usesPaste: Bool, usesMouse: Bool, capability: (String) -> String?) {
    self.usesPaste = usesPaste
    restore = TerminalRestore.text(usesPaste: usesPaste, usesMouse: usesMouse, capability: capability)
  }

  /// From now on a crash, an exit and the emergency exit restore the terminal.
  func arm() { tape_arm_restore(restore, restore.utf8.count) }

  /// Has pasted text announced, so that it is not taken for keys.
  func enablePaste() {
    if usesPaste { write(TerminalRestore.pasteOn) }
  }

  /// Hands the terminal back: in the foreground with `endScreen`, which also sets its modes.
  func handBack(endScreen: () -> Void) {
    guard tape_job_state() == .foreground else {
      // The modes are somebody else's now; a terminal that is gone gets nothing at all.
      tape_restore_now()
      return
    }
    if usesPaste { write(TerminalRestore.pasteOff) }
    endScreen()
    tape_disarm_restore()
  }

  private func write(_ text: String) { tape_write(text, text.utf8.count) }
}
