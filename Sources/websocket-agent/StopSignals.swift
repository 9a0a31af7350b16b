import Dispatch
import Foundation

/// SIGTERM and SIGINT as events instead of ends of the process.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Calls `handler` for each such signal from now on, for as long as this lives.
  init(handler: @escaping @Sendable () -> Void) {
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: handler)
      source.resume()
      return source
    }
  }

  /// Ends it.
  func cancel() {
    for source in sources { source.cancel() }
  }
}
