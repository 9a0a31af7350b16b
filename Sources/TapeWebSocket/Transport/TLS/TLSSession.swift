import COpenSSL
import Foundation

/// TLS on one connection without I/O, in either role: ciphertext in, plaintext out, and the other way round.
///
/// It works on memory, so that whoever drives it owns the socket. After each call ``takeCiphertext()`` gives what is
/// to be sent, alerts of a failure included. Nothing of it waits inside but the part of a record that has not come
/// whole. It is not a value, since OpenSSL's session is not; it belongs to one thread.
final class TLSSession {
  /// Where the session stands.
  enum State: Equatable {
    /// Both sides agree on the encryption; nothing can be sent yet.
    case handshaking
    /// Both sides may send.
    case open
    /// The peer has sent its closing notice; ours may still be sent, and data before it.
    case ended
    /// It failed and does nothing any more.
    case failed(TLSFailure)
  }

  /// The largest record, with what surrounds it (RFC 8446 §5.2).
  private static let recordSize = (16 << 10) + 512

  /// Where the session stands.
  private(set) var state = State.handshaking

  private let context: TLSContext
  private let verification: TLSVerification
  private let ssl: OpaquePointer
  /// Memory of what came and what is to go; both belong to `ssl`.
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  private var hasClosed = false

  /// A client's session with `host`, a name or an IP address, which the server's certificate has to be for.
  ///
  /// The context is for this session alone.
  init(client host: String, context: TLSContext) throws(TLSFailure) {
    let verification = TLSVerification()
    verification.watch(context.pointer)
    (ssl, incoming, outgoing) = try Self.make(context)
    self.context = context
    self.verification = verification
    SSL_set_connect_state(ssl)
    guard expect(host) else { throw .other("the host name cannot be checked") }
  }

  /// A server's session.
  init(server context: TLSContext) throws(TLSFailure) {
    (ssl, incoming, outgoing) = try Self.make(context)
    self.context = context
    verification = TLSVerification()
    SSL_set_accept_state(ssl)
  }

  deinit {
    SSL_free(ssl)
  }

  private static func make(
    _ context: TLSContext
  ) throws(TLSFailure) -> (OpaquePointer, incoming: OpaquePointer, outgoing: OpaquePointer) {
    guard let ssl = SSL_new(context.pointer) else { throw .other("OpenSSL has no memory") }
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
      SSL_free(ssl)
      throw .other("OpenSSL has no memory")
    }
    SSL_set_bio(ssl, incoming, outgoing)
    return (ssl, incoming, outgoing)
  }

  /// Names the host to the server, and demands a certificate for it.
  ///
  /// An IP address is not named (RFC 6066 §3) and is looked for among the certificate's addresses. Wildcards stand
  /// for one whole label; the subject's common name never counts.
  private func expect(_ host: String) -> Bool {
    var address = in6_addr()
    if inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1 {
      return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1
    }
    // The dot at the end of a full name is not part of it in certificates.
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    return SSL_set1_host(ssl, name) == 1 && tape_SSL_set_tlsext_host_name(ssl, name) == 1
  }

  /// Starts the handshake: a client has something to send at once.
  func start() {
    shakeHands()
  }

  /// Takes what came from the peer and returns the plaintext of it, all that there is.
  func receive(_ ciphertext: [UInt8]) -> [UInt8] {
    if case .failed = state { return [] }
    var written = 0
    BIO_write_ex(incoming, ciphertext, ciphertext.count, &written)
    shakeHands()
    var plaintext: [UInt8] = []
    while state == .open, BIO_ctrl_pending(incoming) > 0 {
      let part = read()
      plaintext = plaintext.isEmpty ? part : plaintext + part
    }
    return plaintext
  }

  /// Encrypts; to be called while open, or after the peer has ended. What is sent after ``close()`` is dropped.
  func send(_ plaintext: [UInt8]) {
    guard state == .open || state == .ended, !hasClosed, !plaintext.isEmpty else { return }
    ERR_clear_error()
    var written = 0
    let result = SSL_write_ex(ssl, plaintext, plaintext.count, &written)
    if result != 1 { meet(result) }
  }

  /// Says that nothing more is sent (`close_notify`), once; the peer may go on.
  func close() {
    guard state == .open || state == .ended, !hasClosed else { return }
    hasClosed = true
    ERR_clear_error()
    _ = SSL_shutdown(ssl)
  }

  /// Takes what is to be sent to the peer; empty when there is nothing.
  func takeCiphertext() -> [UInt8] {
    let size = BIO_ctrl_pending(outgoing)
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      BIO_read_ex(outgoing, buffer.baseAddress, buffer.count, &count)
    }
  }

  private func shakeHands() {
    guard state == .handshaking else { return }
    ERR_clear_error()
    let result = SSL_do_handshake(ssl)
    if result == 1 { state = .open } else { meet(result) }
  }

  /// The plaintext of the records that have come; it is smaller than they are, so that one array holds it.
  private func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: BIO_ctrl_pending(incoming) + Self.recordSize) { buffer, count in
      while count < buffer.count {
        ERR_clear_error()
        var size = 0
        let result = SSL_read_ex(ssl, buffer.baseAddress.map { $0 + count }, buffer.count - count, &size)
        guard result == 1 else {
          meet(result)
          return
        }
        count += size
      }
    }
  }

  /// Draws the consequence of a call that did not succeed.
  private func meet(_ result: Int32) {
    switch SSL_get_error(ssl, result) {
    case SSL_ERROR_WANT_READ: break
    case SSL_ERROR_ZERO_RETURN: state = .ended
    default: state = .failed(verification.failure ?? OpenSSLError.failure())
    }
  }
}
