import TapeWebSocket

/// Decides whether a token may go to a server (the protocol, rule 8).
enum TokenRule {
  /// Why a secret, called `what`, is not sent to `host`, as a sentence; nil when it may be sent.
  ///
  /// Only an encrypted connection or one that does not leave the machine carries a token.
  static func refusal(of what: String = "token", isSecure: Bool, host: String) -> String? {
    if isSecure || Loopback.contains(host) { return nil }
    return
      "The \(what) is not sent to \"\(host)\" without encryption, since anyone on the way could read it. "
      + "Restart with an https:// or wss:// address, or without a \(what)."
  }
}
