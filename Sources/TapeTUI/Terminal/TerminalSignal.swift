import CTerminal

/// What a signal asks of the screen.
enum TerminalSignal: Hashable, Sendable {
  /// To end; the number, such as 15.
  case end(Int32)
  /// To look at the window's size and draw anew.
  case windowChanged
  /// To stop, as Ctrl-Z does.
  case stop
  /// To go on after a stop that came without warning.
  case resume

  /// What the signal of that number asks.
  init(number: Int32) {
    self =
      switch tape_signal_meaning(number) {
      case .window: .windowChanged
      case .stop: .stop
      case .continue: .resume
      case .end: .end(number)
      }
  }

  /// What signals that arrived together ask, each once, in the order of their first arrival.
  static func distinct(_ numbers: some Sequence<UInt8>) -> [TerminalSignal] {
    var signals: [TerminalSignal] = []
    for number in numbers {
      let signal = TerminalSignal(number: Int32(number))
      if !signals.contains(signal) { signals.append(signal) }
    }
    return signals
  }
}
