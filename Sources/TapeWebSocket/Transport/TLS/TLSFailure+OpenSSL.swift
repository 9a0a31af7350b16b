extension TLSFailure {
  /// The meaning of a text that holds an error of OpenSSL as `error:0A00010B:SSL routines::wrong version number`.
  public init?(openSSL text: String) {
    guard let start = text.firstRange(of: "error:")?.upperBound else { return nil }
    let digits = text[start...].prefix { $0 != ":" }
    guard digits.count == 8, let code = UInt(digits, radix: 16) else { return nil }
    let words = text[start...].split(separator: ":").last.map(String.init) ?? text
    self = OpenSSLError.failure(reason: OpenSSLError.reason(of: code), text: words)
  }
}
