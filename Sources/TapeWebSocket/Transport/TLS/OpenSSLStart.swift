import COpenSSL

/// The start of OpenSSL, which has to come before anything else of it.
enum OpenSSLStart {
  private static let result = tape_OPENSSL_init_without_exit_handler()

  /// Starts OpenSSL unless it has started, so that the exit of the process does not take it down under the threads
  /// that still use it: a request that was given up goes on for a moment.
  static func happens() {
    _ = result
  }
}
