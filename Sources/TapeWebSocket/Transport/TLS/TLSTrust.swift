import Foundation

/// Which authorities may vouch for a server; the same for sockets and for HTTP.
public struct TLSTrust: Equatable, Sendable {
  /// A PEM file of authorities; nil leaves the system's.
  public let file: String?
  /// A directory of hashed authorities; nil leaves the system's, or none beside an exclusive file.
  public let directory: String?
  /// Whether only the authorities of ``file`` are trusted, the system's not.
  public let isExclusive: Bool

  /// The system's authorities.
  public init() {
    file = nil
    directory = nil
    isExclusive = false
  }

  /// The authorities of `caFile` alone; without it the system's, where `SSL_CERT_FILE` stands for its file and
  /// `SSL_CERT_DIR` for its directory, as OpenSSL's programs have it.
  public init(caFile: String?, environment: [String: String]) {
    let place = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    file = caFile ?? place("SSL_CERT_FILE")
    directory = caFile == nil ? place("SSL_CERT_DIR") : nil
    isExclusive = caFile != nil
  }

  /// Reads the authorities as a connection would, to say in time that a file cannot be used.
  ///
  /// Only a plain file will do: it is read again whenever it changes, and a pipe would be empty then, or never end.
  public func check() throws(TLSFailure) {
    var status = stat()
    if let file, stat(file, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw .authorities(file: file, reason: "it is not a plain file")
    }
    _ = try TLSAuthorities(self)
  }
}
