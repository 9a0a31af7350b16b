import COpenSSL

/// Watches the checks of a server's certificate, and remembers which one failed.
///
/// It also refuses a certificate that names its host in its subject alone, which some clients still accept
/// (RFC 9525 §2). It has to outlive the context that it watches; both belong to one thread at a time.
public final class TLSVerification {
  /// The check that failed first; nil while none has.
  public private(set) var failure: TLSFailure?
  /// The names and addresses of the certificate that the server showed, as far as its check has come.
  public private(set) var names: [String] = []

  /// The place in a context where its verification is found.
  private static let index = tape_SSL_CTX_new_ex_data_index()

  /// The name and version of the OpenSSL whose contexts can be watched, such as `OpenSSL/3.0.19`.
  public static let library =
    "OpenSSL/" + (OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "")

  /// A verification that has seen nothing.
  public init() {
    OpenSSLStart.happens()
  }

  /// Takes part in the checks of all sessions made with that `SSL_CTX` from here on.
  public func watch(_ context: OpaquePointer) {
    SSL_CTX_set_ex_data(context, Self.index, Unmanaged.passUnretained(self).toOpaque())
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { isGood, store in
      guard let store, let verification = TLSVerification.watching(store) else { return isGood }
      return verification.step(isGood: isGood == 1, store) ? 1 : 0
    }
  }

  private static func watching(_ store: OpaquePointer) -> TLSVerification? {
    guard let session = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()),
      let context = SSL_get_SSL_CTX(OpaquePointer(session)), let found = SSL_CTX_get_ex_data(context, index)
    else { return nil }
    return Unmanaged<TLSVerification>.fromOpaque(found).takeUnretainedValue()
  }

  /// One check has come out; returns whether to go on.
  private func step(isGood: Bool, _ store: OpaquePointer) -> Bool {
    let isLeaf = X509_STORE_CTX_get_error_depth(store) == 0
    let certificate = X509_STORE_CTX_get_current_cert(store).map(CertificateFacts.init)
    if let leaf = X509_STORE_CTX_get0_cert(store) { names = CertificateFacts(leaf).names }
    if !isGood {
      failure = failure ?? Self.failure(X509_STORE_CTX_get_error(store), certificate, names: names)
      return false
    }
    guard isLeaf, names.isEmpty else { return true }
    X509_STORE_CTX_set_error(store, X509_V_ERR_HOSTNAME_MISMATCH)
    failure = failure ?? .hostMismatch(names: [])
    return false
  }

  private static func failure(_ code: Int32, _ certificate: CertificateFacts?, names: [String]) -> TLSFailure
  {
    switch code {
    case X509_V_ERR_CERT_HAS_EXPIRED: .expired(on: certificate?.lastDay ?? "")
    case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid(before: certificate?.firstDay ?? "")
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .selfSigned
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      .unknownIssuer(certificate?.issuer ?? "")
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .hostMismatch(names: names)
    default: .other(String(cString: X509_verify_cert_error_string(Int(code))))
    }
  }
}
