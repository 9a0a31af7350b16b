/// What a server proves itself with.
public struct TLSIdentity: Equatable, Sendable {
  /// A PEM file: the server's certificate first, then those between it and its authority.
  public let certificateFile: String
  /// A PEM file with the certificate's private key, not protected by a password.
  public let keyFile: String

  /// The identity in those files.
  public init(certificateFile: String, keyFile: String) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
  }
}
