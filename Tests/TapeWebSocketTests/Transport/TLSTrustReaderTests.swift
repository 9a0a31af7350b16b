import Foundation
import Testing

@testable import TapeWebSocket

@Suite struct TLSTrustReaderTests {
  /// A file of authorities of its own, which can be changed.
  private final class AuthorityFile {
    let path = FileManager.default.temporaryDirectory.appending(path: "tape-ca-\(UUID().uuidString).pem").path

    init(_ text: String) throws { try write(text) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String) throws {
      // A new file in the place of the old one, as careful programs write.
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }
  }

  private func certificate() throws -> String {
    let good = try #require(
      TestCertificate.good, "the openssl command is needed: Scripts/install-deps.sh test")
    return try String(contentsOfFile: good.certificateFile, encoding: .utf8)
  }

  @Test("A file that has not changed is read once", arguments: [true, false])
  func once(isExclusive: Bool) throws {
    let file = try AuthorityFile(try certificate())
    let trust =
      isExclusive
      ? TLSTrust(caFile: file.path, environment: [:])
      : TLSTrust(caFile: nil, environment: ["SSL_CERT_FILE": file.path])
    let reader = TLSTrustReader(trust)
    let first = try reader.authorities()
    #expect(try reader.authorities() === first)
  }

  @Test("A file that was changed is read again, one that was broken is named, and one that was mended counts")
  func changed() throws {
    let file = try AuthorityFile(try certificate())
    let reader = TLSTrustReader(TLSTrust(caFile: file.path, environment: [:]))
    let first = try reader.authorities()
    try file.write(try certificate() + "\n")
    let second = try reader.authorities()
    #expect(second !== first)
    try file.write("nonsense")
    #expect(throws: TLSFailure.authorities(file: file.path, reason: "it holds no certificate in PEM form")) {
      try reader.authorities()
    }
    try FileManager.default.removeItem(atPath: file.path)
    #expect(throws: TLSFailure.authorities(file: file.path, reason: "No such file or directory")) {
      try reader.authorities()
    }
    try file.write(try certificate())
    #expect(try reader.authorities() !== second)
  }
}
