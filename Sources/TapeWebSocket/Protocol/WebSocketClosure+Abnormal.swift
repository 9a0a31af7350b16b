extension WebSocketClosure {
  /// An end without the peer's close frame (1006, RFC 6455 §7.1.5).
  static func abnormal(_ error: WebSocketError?) -> WebSocketClosure {
    WebSocketClosure(code: CloseCode.abnormal, reason: "", isClean: false, error: error)
  }
}
