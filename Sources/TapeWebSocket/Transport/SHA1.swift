import COpenSSL

/// The hash of the opening handshake (RFC 6455 §4.2.2); it protects nothing there.
enum SHA1 {
  /// The 20 bytes of the digest.
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    OpenSSLStart.happens()
    var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
    _ = COpenSSL.SHA1(bytes, bytes.count, &digest)
    return digest
  }
}
