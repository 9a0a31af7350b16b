import TapeWebSocket

extension TLSIdentityError {
  /// What is wrong, with which file, and what to do next.
  var sentence: String {
    switch self {
    case .certificate(let file, let reason):
      "The certificate \"\(file)\" cannot be used: \(reason ?? "it is no certificate in PEM form"). "
        + "Check --tls-cert."
    case .key(let file, let reason):
      "The key \"\(file)\" cannot be used: \(reason ?? "it is no private key in PEM form"). Check --tls-key."
    case .encryptedKey(let file):
      "The key \"\(file)\" is protected by a password. "
        + "Write it without one, 'openssl pkey -in OLD -out NEW', and let only you read it."
    case .mismatch(let identity):
      "The key \"\(identity.keyFile)\" is not the one of the certificate \"\(identity.certificateFile)\". "
        + "Give the pair that belongs together with --tls-cert and --tls-key."
    case .unusable(let reason):
      "TLS cannot be used: \(reason)."
    }
  }
}
