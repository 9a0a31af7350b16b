import COpenSSL

/// Trusted authorities as OpenSSL keeps them; any number of contexts use the same ones.
///
/// `@unchecked Sendable`: OpenSSL's store has a lock of its own, and nothing here changes it once it is made.
final class TLSAuthorities: @unchecked Sendable {
  /// OpenSSL's `X509_STORE`.
  let pointer: OpaquePointer

  /// Reads the authorities of `trust`, which takes tens of milliseconds for those of a system.
  init(_ trust: TLSTrust) throws(TLSFailure) {
    OpenSSLStart.happens()
    guard let store = X509_STORE_new() else { throw .other("OpenSSL has no memory") }
    pointer = store
    if !trust.isExclusive { X509_STORE_set_default_paths(store) }
    if let directory = trust.directory { X509_STORE_load_locations(store, nil, directory) }
    guard let file = trust.file else { return }
    ERR_clear_error()
    if X509_STORE_load_locations(store, file, nil) != 1 {
      let reason = OpenSSLError.fileProblem() ?? "it holds no certificate in PEM form"
      throw .authorities(file: file, reason: reason)
    }
  }

  deinit {
    X509_STORE_free(pointer)
  }

  /// Where the system's authorities are, a file and a directory.
  static var systemPlaces: [String] {
    [X509_get_default_cert_file(), X509_get_default_cert_dir()].compactMap { $0.map { String(cString: $0) } }
  }
}
