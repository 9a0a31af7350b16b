import Dispatch

/// Says when standard input can be read, and waits until it was.
final class InputSource: Sendable {
  // Dispatch documents its objects as safe to use from any thread; this one is only kept and cancelled.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// Calls `drain` on the main actor whenever there is input, once at a time.
  init(drain: @escaping @MainActor @Sendable () -> Void) {
    let queue = DispatchQueue(label: "tape.input", qos: .userInteractive)
    source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: queue)
    source.setEventHandler {
      // Input stays readable until it is drained: without the wait this handler would run over and over.
      let drained = DispatchSemaphore(value: 0)
      Task { @MainActor in
        drain()
        drained.signal()
      }
      drained.wait()
    }
    source.activate()
  }

  /// Reads no more.
  func cancel() {
    source.cancel()
  }
}
