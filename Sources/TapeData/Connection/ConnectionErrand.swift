import TapeDomain
import TapeWebSocket

/// Something that is done after the lock of ``ConnectionCore`` was left, in the order in which it was decided.
enum ConnectionErrand: Sendable {
  case send([UInt8], any WebSocketLink)
  case ping([UInt8], any WebSocketLink)
  case setReading(Bool, any WebSocketLink)
  case close(code: UInt16, reason: String, any WebSocketLink)
  case abort(any WebSocketLink)
  case log(String)

  /// Does it.
  func run(log: (String) -> Void) {
    switch self {
    case .send(let frame, let link): link.send(text: frame)
    case .ping(let payload, let link): link.ping(payload)
    case .setReading(let isReading, let link): link.setReading(isReading)
    case .close(let code, let reason, let link): link.close(code: code, reason: reason)
    case .abort(let link): link.abort()
    case .log(let line): log(line)
    }
  }
}

extension FeedStatus {
  /// The status for the log, on one line.
  var logLine: String {
    switch self {
    case .connecting: "connecting"
    case .live: "live"
    case .late: "late"
    case .reconnecting(let attempt, nil, _, let reason): "try \(attempt) starts: \(reason)"
    case .reconnecting(let attempt, _, _, let reason): "try \(attempt) is due: \(reason)"
    case .suspended: "suspended"
    case .refused(let reason): "refused: \(reason)"
    }
  }
}
