extension WebSocketError {
  /// The close code that tells the peer of this failure; nil when no frame is sent (RFC 6455 §7.1.7).
  var closeCode: UInt16? {
    switch self {
    case .proxy, .proxySetting, .noAnswer, .speaksTLS: nil
    case .protocolViolation: CloseCode.protocolError
    case .invalidUTF8: CloseCode.invalidData
    case .messageTooLarge, .tooManyFragments: CloseCode.messageTooBig
    case .invalidURL, .nameResolution, .connectFailed, .tls, .openTimeout, .refused,
      .invalidHandshake, .handshakeTooLarge, .connectionLost, .closeTimeout, .sendStalled, .aborted:
      nil
    }
  }
}
