import TapeWebSocket

extension WebSocketError {
  /// The failure as a sentence for a person who tests a client or a server.
  var sentence: String {
    switch self {
    case .invalidURL(let fault): fault
    case .nameResolution(let host, let reason): "Can't find \"\(host)\": \(reason)."
    case .connectFailed(let host, let port, let reason):
      "Can't connect to \"\(host)\" port \(port): \(reason)."
    case .tls(.notTLS): "What answers does not speak TLS; try ws://."
    case .tls(.endedInHandshake):
      "The server ended the connection before it was encrypted; if it does not speak TLS, try ws://."
    case .tls(let failure): "The connection could not be encrypted: \(failure)."
    case .proxy(let failure): "The proxy \"\(failure.proxy)\" did not lead to the server: \(failure.reason)."
    case .proxySetting(let error): error.sentence
    case .openTimeout: "The connection was not open in time (--open-timeout)."
    case .refused(let head): "The upgrade was answered with HTTP \(head.status)."
    case .noAnswer: "The server ended the connection before it answered; if it speaks TLS, try wss://."
    case .speaksTLS: "What answers speaks TLS; try wss://."
    case .invalidHandshake(let fault): "The answer to the upgrade is invalid: \(fault)."
    case .handshakeTooLarge(let limit): "The answer to the upgrade is larger than \(limit) bytes."
    case .protocolViolation(let fault): "The peer broke the protocol: \(fault)."
    case .invalidUTF8: "The peer sent text that is not UTF-8."
    case .messageTooLarge(let limit): "A message was larger than \(limit) bytes (--max-message)."
    case .tooManyFragments(let limit): "A message had more than \(limit) frames."
    case .connectionLost(let reason): "The connection was lost: \(reason)."
    case .closeTimeout: "The peer did not end the connection in time (--close-timeout)."
    case .sendStalled: "The peer did not take what was sent back to it."
    case .aborted: "The connection was cut."
    }
  }
}
