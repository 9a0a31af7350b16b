/// What both sides agreed on for permessage-deflate (RFC 7692 §7.1).
struct CompressionTerms: Equatable, Sendable {
  /// The extension's name.
  static let name = "permessage-deflate"
  /// What a client offers: compression both ways, and that the server may narrow the client's window.
  static let offer = HTTPHeader(
    name: "Sec-WebSocket-Extensions", value: "permessage-deflate; client_max_window_bits")

  /// Whether the server looks back beyond a message.
  var serverKeepsContext = true
  /// Whether the client looks back beyond a message.
  var clientKeepsContext = true
  /// The server looks back at most 2^n bytes; 8 to 15.
  var serverWindowBits = 15
  /// The client looks back at most 2^n bytes; 8 to 15.
  var clientWindowBits = 15
}

extension CompressionTerms {
  /// Client: reads the answer to ``offer``; nil when the server wants no compression.
  ///
  /// What was not asked for, or is no valid answer, fails the handshake (RFC 7692 §7.1, RFC 6455 §4.1).
  static func accepted(in headers: [HTTPHeader], isOffered: Bool) throws(WebSocketError) -> CompressionTerms?
  {
    guard let items = headers.extensions else {
      throw .invalidHandshake("the Sec-WebSocket-Extensions header is malformed (RFC 6455 §9.1)")
    }
    guard let item = items.first else { return nil }
    guard isOffered, items.count == 1, item.name == name else {
      throw .invalidHandshake("the server uses an extension that was not asked for (RFC 6455 §4.1)")
    }
    guard let terms = CompressionTerms(item, isAnswer: true) else {
      throw .invalidHandshake("the server's terms for permessage-deflate are not valid (RFC 7692 §7.1)")
    }
    return terms
  }

  /// Server: the terms for the first offer that can be accepted; nil when there is none.
  static func chosen(from headers: [HTTPHeader]) -> CompressionTerms? {
    guard let items = headers.extensions else { return nil }
    return items.lazy.filter { $0.name == name }.compactMap { CompressionTerms($0, isAnswer: false) }.first
  }

  /// The terms in an answer, or those that an offer asks for; nil when it is not valid.
  private init?(_ item: ExtensionItem, isAnswer: Bool) {
    var seen: Set<String> = []
    for parameter in item.parameters {
      guard seen.insert(parameter.name).inserted else { return nil }
      switch (parameter.name, parameter.value) {
      case ("server_no_context_takeover", nil): serverKeepsContext = false
      case ("client_no_context_takeover", nil): clientKeepsContext = false
      case ("server_max_window_bits", let value?):
        guard let bits = Self.windowBits(value) else { return nil }
        serverWindowBits = bits
      case ("client_max_window_bits", let value?):
        guard let bits = Self.windowBits(value) else { return nil }
        // In an offer it is a hint that need not be taken up.
        if isAnswer { clientWindowBits = bits }
      case ("client_max_window_bits", nil):
        guard !isAnswer else { return nil }
      default: return nil
      }
    }
  }

  /// Server: the header that tells a client of these terms.
  var answer: HTTPHeader {
    var value = Self.name
    if !serverKeepsContext { value += "; server_no_context_takeover" }
    if !clientKeepsContext { value += "; client_no_context_takeover" }
    if serverWindowBits < 15 { value += "; server_max_window_bits=\(serverWindowBits)" }
    return HTTPHeader(name: "Sec-WebSocket-Extensions", value: value)
  }

  /// 8 to 15 without a leading zero (RFC 7692 §7.1.2).
  private static func windowBits(_ text: String) -> Int? {
    (8...15).first { String($0) == text }
  }
}
