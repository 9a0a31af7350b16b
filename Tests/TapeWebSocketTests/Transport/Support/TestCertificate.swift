import Foundation

@testable import TapeWebSocket

/// A self-signed certificate and its key, made in this run by the `openssl` command, in a directory of their own.
struct TestCertificate: Sendable {
  let certificateFile: String
  let keyFile: String

  /// For `prices.test`, `*.wild.test`, both loopback addresses and `localhost`.
  static let good = try? TestCertificate(
    alternativeNames: "DNS:prices.test,DNS:*.wild.test,DNS:localhost,IP:127.0.0.1,IP:::1")
  /// With `prices.test` as its common name, and no name that counts.
  static let commonNameAlone = try? TestCertificate(alternativeNames: nil)

  private init(alternativeNames: String?) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "tape-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    certificateFile = directory.appending(path: "certificate.pem").path
    keyFile = directory.appending(path: "key.pem").path
    let openssl = Process()
    openssl.executableURL = URL(filePath: "/usr/bin/env")
    openssl.arguments =
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
        "2",
        "-subj", "/CN=prices.test", "-keyout", keyFile, "-out", certificateFile,
      ] + (alternativeNames.map { ["-addext", "subjectAltName=\($0)"] } ?? [])
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    guard openssl.terminationStatus == 0 else { throw Unexpected(description: "openssl req failed") }
  }

  /// Trusts this certificate alone.
  var trust: TLSTrust { TLSTrust(caFile: certificateFile, environment: [:]) }

  /// What a server proves itself with by it.
  var identity: TLSIdentity { TLSIdentity(certificateFile: certificateFile, keyFile: keyFile) }
}
