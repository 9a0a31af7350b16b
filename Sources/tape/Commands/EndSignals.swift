import Foundation

/// The signals that ask a command without a screen to end, once each.
enum EndSignals {
  /// They no longer end the process; whoever reads the stream does.
  static func stream() -> AsyncStream<Int32> {
    AsyncStream { continuation in
      // Dispatch documents its objects as safe to use from any thread; these are only kept and cancelled.
      nonisolated(unsafe) let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield(number) }
        source.activate()
        return source
      }
      continuation.onTermination = { _ in
        for source in sources { source.cancel() }
      }
    }
  }
}
