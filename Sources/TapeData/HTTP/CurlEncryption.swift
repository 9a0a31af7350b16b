import CCurl
import TapeWebSocket

/// Makes curl encrypt by the same rules as the sockets do, and says why it did not; lives on the transfer's thread.
final class CurlEncryption {
  private let trust: TLSTrust
  private let verification = TLSVerification()

  /// Rules for one transfer, with those authorities.
  init(trust: TLSTrust) {
    self.trust = trust
  }

  /// Sets `handle` up; the object has to live until its transfer has ended.
  func configure(_ handle: UnsafeMutableRawPointer) {
    // CURL_SSLVERSION_TLSv1_2 is the least version; later ones are taken.
    tape_curl_easy_setopt_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let file = trust.file { tape_curl_easy_setopt_ptr(handle, CURLOPT_CAINFO, file) }
    // Without a directory curl would go on to trust the system's beside an exclusive file.
    if trust.isExclusive || trust.directory != nil {
      tape_curl_easy_setopt_ptr(handle, CURLOPT_CAPATH, trust.directory)
    }
    // The callback is given the context of the OpenSSL that curl uses; it is for ours only when they are the same.
    guard Self.sharesOpenSSL else { return }
    tape_curl_easy_setopt_ptr(handle, CURLOPT_SSL_CTX_DATA, Unmanaged.passUnretained(self).toOpaque())
    tape_curl_easy_setopt_tls_callback(handle) { _, context, pointer in
      if let context, let pointer {
        Unmanaged<CurlEncryption>.fromOpaque(pointer).takeUnretainedValue().verification.watch(
          OpaquePointer(context))
      }
      return CURLE_OK
    }
  }

  /// What curl's error and the words beside it mean for the encryption; nil when it is about something else.
  func failure(_ code: CURLcode, detail: String) -> TLSFailure? {
    if let failure = verification.failure { return failure }
    switch code {
    case CURLE_SSL_CACERT_BADFILE:
      // Our own look at the file says why.
      do throws(TLSFailure) { try trust.check() } catch { return error }
      return .other(detail)
    case CURLE_PEER_FAILED_VERIFICATION where detail.contains("subject name"):
      return .hostMismatch(names: verification.names)
    case CURLE_SSL_CONNECT_ERROR, CURLE_RECV_ERROR:
      if let failure = TLSFailure(openSSL: detail) {
        // Once answers flow, an end without notice is about the answer.
        return code == CURLE_RECV_ERROR && failure == .endedInHandshake ? nil : failure
      }
      guard code == CURLE_SSL_CONNECT_ERROR else { return nil }
      return detail.contains("SSL_ERROR_SYSCALL") ? .endedInHandshake : .other(detail)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      return .other(detail)
    default: return nil
    }
  }

  private static let sharesOpenSSL: Bool = {
    guard let info = curl_version_info(CURLVERSION_FIRST), let name = info.pointee.ssl_version else {
      return false
    }
    return String(cString: name) == TLSVerification.library
  }()
}
