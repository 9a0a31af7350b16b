import CTerminal

/// How the program ends when it was not the user's `q`.
public enum ProcessExit {
  /// Ends the process by a signal, such as the one of ``TerminalEvent/terminated(signal:)``: its status is 128 + n.
  ///
  /// The caller has handed the terminal back with ``Terminal/leave()``; if not, it is handed back here.
  public static func die(bySignal number: Int32) -> Never {
    tape_restore_now()
    tape_die_by_signal(number)
  }

  /// Ends the process as a terminal's hang-up does, after ``TerminalEvent/hangup``.
  public static func hangUp() -> Never {
    die(bySignal: tape_hangup_signal())
  }
}
