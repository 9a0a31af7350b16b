import COpenSSL
import Foundation

/// What a sentence needs to know of a certificate; the texts are the certificate's own and may be hostile.
struct CertificateFacts {
  private let certificate: OpaquePointer

  /// The facts of an `X509`, which has to live as long.
  init(_ certificate: OpaquePointer) {
    self.certificate = certificate
  }

  /// The first day of validity, in UTC.
  var firstDay: String { Self.day(X509_get0_notBefore(certificate)) }

  /// The last day of validity, in UTC.
  var lastDay: String { Self.day(X509_get0_notAfter(certificate)) }

  /// What the issuer is called: its common name, else its organisation.
  var issuer: String {
    let name = X509_get_issuer_name(certificate)
    for kind in [NID_commonName, NID_organizationName] {
      var buffer = [CChar](repeating: 0, count: 256)
      let length = Int(X509_NAME_get_text_by_NID(name, kind, &buffer, Int32(buffer.count)))
      if length > 0 {
        return String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }
    return ""
  }

  /// The host names and addresses that the certificate is for; the subject's common name does not count.
  var names: [String] {
    guard let list = tape_X509_alternative_names(certificate) else { return [] }
    defer { GENERAL_NAMES_free(list) }
    return (0..<tape_GENERAL_NAMES_count(list)).compactMap { index in
      if let name = tape_GENERAL_NAMES_value(list, index, GEN_DNS) {
        return String(decoding: Self.bytes(name), as: UTF8.self)
      }
      return tape_GENERAL_NAMES_value(list, index, GEN_IPADD).flatMap { Self.address(Array(Self.bytes($0))) }
    }
  }

  private static func bytes(_ string: UnsafePointer<ASN1_STRING>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string)))
  }

  private static func address(_ bytes: [UInt8]) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard bytes.count == 4 || bytes.count == 16,
      inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil
    else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func day(_ time: UnsafePointer<ASN1_TIME>?) -> String {
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return "" }
    let numbers = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    return numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }
}
