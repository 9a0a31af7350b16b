public import TapeWebSocket

extension TLSFailure {
  /// What happened, to which server, and what to do next.
  func sentence(host: String, port: Int) -> String {
    let certificate = "The certificate of \"\(host)\""
    switch self {
    case .expired(let day):
      return "\(certificate) expired on \(day). Ask whoever runs the server to renew it."
    case .notYetValid(let day):
      return "\(certificate) is not valid before \(day). Check the clock of this machine."
    case .selfSigned:
      return "\(certificate) is signed by itself, so nobody vouches for it. If it is your own, "
        + "give its file with --ca-file F or SSL_CERT_FILE."
    case .unknownIssuer(let issuer):
      let name = ServerText.quoted(issuer).map { " by \($0)" } ?? ""
      return "\(certificate) was issued\(name), which is not trusted here, or the server left out "
        + "a certificate in between. If it is your own CA, give its file with --ca-file F or SSL_CERT_FILE."
    case .hostMismatch(let names):
      return "\(certificate) is not for that name: it covers \(Self.list(names)). "
        + "Use a name that it covers with --server, or ask for a certificate with \"\(host)\" in it."
    case .protocolVersion:
      return "\"\(host)\" speaks no TLS from version 1.2 on, so the connection would not be safe. "
        + "Ask whoever runs the server to update it."
    case .noSharedCipher:
      return "\"\(host)\" and tape have no way to encrypt in common. "
        + "Ask whoever runs the server to update it."
    case .notTLS:
      return "What answers on \"\(host)\" port \(port) does not speak TLS. "
        + "Check the port, or use http:// or ws:// if it is meant to be without encryption."
    case .endedInHandshake:
      return "\"\(host)\" ended the connection before it was encrypted. "
        + "Check that port \(port) is one for TLS, or use http:// or ws:// if it is not meant to be."
    case .wantsClientCertificate:
      return "\"\(host)\" asks for a certificate of yours, which tape cannot give. "
        + "Use an address that asks for a token instead."
    case .authorities, .other:
      return general(host: host)
    }
  }

  /// What is said without a server in view, such as at the start.
  public var sentence: String { general(host: nil) }

  private func general(host: String?) -> String {
    if case .authorities(let file, let reason) = self {
      let name = ServerText.clean(file)
      return "The CA file \"\(name)\" cannot be used: \(reason). Check --ca-file or SSL_CERT_FILE."
    }
    let place = host.map { " with \"\($0)\"" } ?? ""
    let reason = if case .other(let text) = self { ServerText.clean(text) } else { "\(self)" }
    return "No encrypted connection\(place): \(reason)."
  }

  /// The first few names; a certificate may have hundreds.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).compactMap { ServerText.quoted($0) }
    if shown.isEmpty { return "no name at all (the common name alone does not count)" }
    let more = names.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
