import COpenSSL

/// The settings that TLS sessions are made with: TLS 1.2 or later, without compression and renegotiation.
///
/// Not safe to use from two threads at once.
final class TLSContext {
  /// OpenSSL's `SSL_CTX`.
  let pointer: OpaquePointer

  /// The settings of a client, which believes those authorities; each checks with an own verification.
  init(authorities: TLSAuthorities) throws(TLSFailure) {
    OpenSSLStart.happens()
    guard let context = SSL_CTX_new(TLS_client_method()) else { throw .other("OpenSSL does not start") }
    pointer = context
    Self.secure(context)
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    // An authority in a file is trusted whether or not its own issuer is there; curl has it so too.
    X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), UInt(X509_V_FLAG_PARTIAL_CHAIN))
    // The context holds the store from here on, as does whoever made it.
    SSL_CTX_set1_cert_store(context, authorities.pointer)
  }

  /// The settings of a server with that identity.
  init(identity: TLSIdentity) throws(TLSIdentityError) {
    OpenSSLStart.happens()
    guard let context = SSL_CTX_new(TLS_server_method()) else { throw .unusable("OpenSSL does not start") }
    pointer = context
    Self.secure(context)
    tape_SSL_CTX_keep_no_sessions(context)
    // Nobody is asked for a password: a server has to start without a hand.
    SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
    ERR_clear_error()
    if SSL_CTX_use_certificate_chain_file(context, identity.certificateFile) != 1 {
      throw .certificate(file: identity.certificateFile, reason: OpenSSLError.fileProblem())
    }
    ERR_clear_error()
    if SSL_CTX_use_PrivateKey_file(context, identity.keyFile, SSL_FILETYPE_PEM) != 1 {
      throw OpenSSLError.keyProblem(identity)
    }
    if SSL_CTX_check_private_key(context) != 1 { throw .mismatch(identity) }
  }

  deinit {
    SSL_CTX_free(pointer)
  }

  private static func secure(_ context: OpaquePointer) {
    tape_SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)
    tape_SSL_CTX_refuse_compression_and_renegotiation(context)
    tape_SSL_CTX_release_buffers(context)
  }
}
