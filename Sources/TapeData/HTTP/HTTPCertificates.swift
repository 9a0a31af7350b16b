/// Where the certificates are that servers are checked against.
public struct HTTPCertificates: Equatable, Sendable {
  /// A file of authorities in PEM form; nil leaves the system's.
  public var file: String?
  /// A directory of hashed authorities; nil leaves the system's.
  public var directory: String?

  /// The places given, or the system's.
  public init(file: String? = nil, directory: String? = nil) {
    self.file = file
    self.directory = directory
  }

  /// The places that `SSL_CERT_FILE` and `SSL_CERT_DIR` name, which OpenSSL reads by itself but libcurl does not.
  public init(environment: [String: String]) {
    let place = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.init(file: place("SSL_CERT_FILE"), directory: place("SSL_CERT_DIR"))
  }
}
