import CTerminal
import Dispatch

/// Reads the signal pipe on a queue of its own, so that a screen stuck in a write cannot keep the process alive.
final class SignalSource: Sendable {
  /// How long an orderly end may take.
  private static let patience = DispatchTimeInterval.seconds(1)

  private let queue = DispatchQueue(label: "tape.signals", qos: .userInitiated)
  // Dispatch documents its objects as safe to use from any thread; this one is only kept.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// Reads from the pipe's descriptor and hands every signal on, on the queue.
  init(descriptor: Int32, onSignal: @escaping @Sendable (TerminalSignal) -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [queue] in
      for signal in Self.read(descriptor) {
        if case .end(let number) = signal { Self.armEmergencyExit(signal: number, on: queue) }
        onSignal(signal)
      }
    }
    source.activate()
  }

  /// Ends the process by the signal if it is still there in a second, with the terminal handed back.
  func armEmergencyExit(signal: Int32) {
    Self.armEmergencyExit(signal: signal, on: queue)
  }

  private static func read(_ descriptor: Int32) -> [TerminalSignal] {
    let numbers = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = tape_read_signals(descriptor, buffer.baseAddress, buffer.count)
    }
    return TerminalSignal.distinct(numbers)
  }

  private static func armEmergencyExit(signal: Int32, on queue: DispatchQueue) {
    queue.asyncAfter(deadline: .now() + patience) {
      tape_restore_now()
      tape_die_by_signal(signal)
    }
  }
}
