/// Which check of an encrypted connection failed; texts in it may come from the peer.
public enum TLSFailure: Error, Equatable, Sendable {
  /// A certificate of the server is over; the day of its end, in UTC, as `2026-01-02`.
  case expired(on: String)
  /// A certificate of the server has not begun; the day of its beginning, in UTC.
  case notYetValid(before: String)
  /// The server's certificate is signed by itself and not trusted here.
  case selfSigned
  /// Nobody trusted here has issued the certificate, or one between it and its authority is missing.
  case unknownIssuer(String)
  /// The certificate is for these names and addresses, and not for the host that was asked for.
  case hostMismatch(names: [String])
  /// The server speaks no version of TLS from 1.2 on.
  case protocolVersion
  /// Both sides have no cipher in common, or the server says nothing more than that it refuses.
  case noSharedCipher
  /// What answers does not speak TLS.
  case notTLS
  /// The peer ended the connection before the encryption was agreed on.
  case endedInHandshake
  /// The server asks for a certificate of the client.
  case wantsClientCertificate
  /// The file of trusted authorities cannot be used.
  case authorities(file: String, reason: String)
  /// Another check, in OpenSSL's words.
  case other(String)
}
