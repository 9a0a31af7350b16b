import COpenSSL

/// Reads what OpenSSL has put into its queue of errors, which is one per thread.
enum OpenSSLError {
  /// The meaning of the oldest error of a TLS call that failed.
  static func failure() -> TLSFailure {
    let code = ERR_peek_error()
    guard code != 0 else { return .endedInHandshake }
    return failure(reason: ERR_GET_REASON(code), text: text(code))
  }

  /// The meaning of an error number of OpenSSL's TLS; `text` is what is said of one that has no case of its own.
  static func failure(reason: Int32, text: String) -> TLSFailure {
    switch reason {
    case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST,
      SSL_R_PACKET_LENGTH_TOO_LONG,
      SSL_R_RECORD_LENGTH_MISMATCH, SSL_R_UNKNOWN_PROTOCOL:
      .notTLS
    case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_TLSV1_ALERT_PROTOCOL_VERSION, SSL_R_NO_PROTOCOLS_AVAILABLE,
      SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW:
      .protocolVersion
    case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE, SSL_R_NO_SHARED_CIPHER, SSL_R_TLSV1_ALERT_INSUFFICIENT_SECURITY:
      .noSharedCipher
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED: .wantsClientCertificate
    case SSL_R_UNEXPECTED_EOF_WHILE_READING: .endedInHandshake
    default: .other(text)
    }
  }

  /// The number that tells the errors of one part of OpenSSL apart.
  static func reason(of code: UInt) -> Int32 { ERR_GET_REASON(code) }

  /// Why a file could not be read, in the system's words; nil when it was read and holds something else.
  static func fileProblem() -> String? {
    let code = ERR_peek_error()
    guard code != 0, ERR_GET_LIB(code) == ERR_LIB_SYS else { return nil }
    return SystemError(code: ERR_GET_REASON(code)).description
  }

  /// Why a private key could not be used.
  static func keyProblem(_ identity: TLSIdentity) -> TLSIdentityError {
    let file = identity.keyFile
    if let reason = fileProblem() { return .key(file: file, reason: reason) }
    while case let code = ERR_get_error(), code != 0 {
      switch (ERR_GET_LIB(code), ERR_GET_REASON(code)) {
      case (ERR_LIB_PEM, PEM_R_BAD_PASSWORD_READ), (ERR_LIB_PEM, PEM_R_BAD_DECRYPT),
        (ERR_LIB_PEM, PEM_R_PROBLEMS_GETTING_PASSWORD):
        return .encryptedKey(file: file)
      case (ERR_LIB_X509, X509_R_KEY_VALUES_MISMATCH), (ERR_LIB_X509, X509_R_KEY_TYPE_MISMATCH):
        return .mismatch(identity)
      default: continue
      }
    }
    return .key(file: file, reason: nil)
  }

  /// OpenSSL's words for an error.
  private static func text(_ code: UInt) -> String {
    ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(ERR_GET_REASON(code))"
  }
}
