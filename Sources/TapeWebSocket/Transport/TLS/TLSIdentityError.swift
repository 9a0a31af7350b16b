/// Why a server cannot prove itself with its certificate and key.
public enum TLSIdentityError: Error, Equatable, Sendable {
  /// The certificate cannot be read, for the system's reason, or is not one in PEM form (nil).
  case certificate(file: String, reason: String?)
  /// The key cannot be read, for the system's reason, or is not one in PEM form (nil).
  case key(file: String, reason: String?)
  /// The key is protected by a password.
  case encryptedKey(file: String)
  /// The key is not the certificate's.
  case mismatch(TLSIdentity)
  /// OpenSSL refuses for another reason, in its words.
  case unusable(String)
}
