import TapeWebSocket

extension FailureKind {
  /// What a failed connection says to the user.
  static func sentence(_ error: WebSocketError, in context: Context) -> String {
    let host = "\"\(context.url.host)\""
    switch error {
    case .invalidURL(let fault):
      return "The server address cannot be used: \(context.clean(fault))."
    case .nameResolution(let name, let reason):
      return "Can't find the server \"\(name)\": \(context.clean(reason))."
    case .connectFailed(let name, let port, let reason):
      return "Can't connect to \"\(name)\" port \(port): \(context.clean(reason))."
    case .tls(let failure):
      return failure.sentence(host: context.url.host, port: context.url.port)
    case .proxy(let failure):
      return sentence(failure, in: context)
    case .proxySetting(let error):
      return error.sentence
    case .openTimeout:
      return "\(host) did not answer in time."
    case .refused(let head):
      return "\(host) answered HTTP \(head.status) instead of an upgrade."
    case .noAnswer:
      return "\(host) ended the connection before it answered."
        + (context.url.isSecure
          ? " Check the port."
          : " Check the port; if it is one for TLS, use https:// or wss:// with --server.")
    case .speaksTLS:
      return "\(host) speaks TLS on port \(context.url.port), and its address says not to. "
        + "Use https:// or wss:// with --server."
    case .invalidHandshake(let fault):
      return "\(host) is not a WebSocket server: \(context.clean(fault))."
    case .handshakeTooLarge(let limit):
      return "\(host) is not a WebSocket server: its answer is larger than \(size(limit))."
    case .protocolViolation(let fault):
      return "\(host) broke the WebSocket protocol: \(context.clean(fault)) (code 1002)."
    case .invalidUTF8:
      return "\(host) sent text that is not UTF-8 (code 1007)."
    case .messageTooLarge(let limit):
      return "\(host) sent a message larger than \(size(limit)) (code 1009)."
    case .tooManyFragments(let limit):
      return "\(host) sent a message in more than \(limit) frames (code 1009)."
    case .connectionLost(let reason):
      let why = context.clean(reason)
      return "The connection to \(host) was lost" + (why.isEmpty ? "." : ": \(why).")
    case .closeTimeout:
      return "\(host) did not end the connection in time."
    case .sendStalled:
      return "\(host) took nothing of what was sent to it."
    case .aborted:
      return "The connection to \(host) was cut."
    }
  }

  /// What a close frame says to the user: its code, the meaning of the code, and the server's own words.
  static func sentence(closeCode code: UInt16, reason: String, in context: Context) -> String {
    let host = "\"\(context.url.host)\""
    let said = context.quoted(reason).map { ", \($0)" } ?? ""
    switch code {
    case 1000: return "\(host) ended the connection (code 1000\(said))."
    case 1001: return "\(host) is going away (code 1001\(said))."
    case 1002: return "\(host) could not read what tape sent (code 1002\(said))."
    case 1005: return "\(host) ended the connection without a code."
    case 1006: return "The connection to \(host) was lost."
    case 1008: return "\(host) closed the connection for breaking its rules (code 1008\(said))."
    case 1009: return "\(host) found a message of tape too large (code 1009\(said))."
    case 1011: return "\(host) met an error of its own (code 1011\(said))."
    case 1012: return "\(host) is restarting (code 1012\(said))."
    case 1013: return "\(host) is overloaded and asks to come back later (code 1013\(said))."
    default: return "\(host) closed the connection (code \(code)\(said))."
    }
  }

  private static func size(_ bytes: Int) -> String {
    if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
    if bytes >= 1 << 10, bytes % (1 << 10) == 0 { return "\(bytes >> 10) KiB" }
    return "\(bytes) bytes"
  }
}
