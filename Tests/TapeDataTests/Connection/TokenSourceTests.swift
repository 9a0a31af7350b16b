import Foundation
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct TokenSourceTests {
  @Test("The environment gives its token, or none when it is not set")
  func environment() async throws {
    #expect(try await EnvironmentTokenSource(environment: ["TAPE_TOKEN": "abc\n"]).token()?.secret == "abc")
    #expect(try await EnvironmentTokenSource(environment: [:]).token() == nil)
  }

  @Test(
    "An unusable token is refused without being repeated",
    arguments: ["", "\n", "s3\u{1B}cret", "s3cret\nmore"])
  func unusable(text: String) async throws {
    let source = EnvironmentTokenSource(environment: ["TAPE_TOKEN": text])
    let error = try await #require(throws: TokenError.self) { try await source.token() }
    #expect(error.sentence.hasPrefix("TAPE_TOKEN ") && !error.sentence.contains("s3"))
  }

  @Test("A token does not show itself in logs and dumps")
  func hidden() throws {
    let token = try AccessToken("s3cret", from: "TEST")
    var dumped = ""
    dump(token, to: &dumped)
    #expect(!"\(token) \(String(reflecting: token)) \(dumped)".contains("s3cret"))
  }

  @Test("A file gives its token without the line end, anew each time")
  func file() async throws {
    try await withFile("abc\r\n") { path in
      let source = FileTokenSource(path: path)
      #expect(try await source.token()?.secret == "abc")
      try "def\n".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(try await source.token()?.secret == "def")
      #expect(source.remedy == "Put a valid one into \(path) and press r, or restart with TAPE_TOKEN.")
      let keyless = FileTokenSource(path: path, hasKeys: false)
      #expect(keyless.remedy == "Put a valid one into \(path), or into TAPE_TOKEN, and start again.")
    }
  }

  @Test(
    "A file that others can read is refused with the command that helps", arguments: [0o644, 0o640, 0o602])
  func mode(mode: Int) async throws {
    try await withFile("abc", mode: mode) { path in
      let error = try await #require(throws: TokenError.self) {
        try await FileTokenSource(path: path).token()
      }
      #expect(
        error.sentence.contains("mode \(String(mode, radix: 8))") && error.sentence.contains("chmod 600"))
    }
  }

  @Test("A file of another user is refused")
  func owner() async throws {
    try await withFile("abc") { path in
      let source = FileTokenSource(path: path, user: geteuid() + 1)
      let error = try await #require(throws: TokenError.self) { try await source.token() }
      #expect(error.sentence.contains("another user"))
    }
  }

  @Test("What is no token file is refused with its name")
  func noFile() async throws {
    for (path, fault) in [("/nonexistent/token", "cannot be read"), ("/tmp", "plain file")] {
      let error = try await #require(throws: TokenError.self) {
        try await FileTokenSource(path: path).token()
      }
      #expect(error.sentence.contains(path) && error.sentence.contains(fault))
    }
    try await withFile(String(repeating: "a", count: 16 << 10 + 1)) { path in
      let error = try await #require(throws: TokenError.self) {
        try await FileTokenSource(path: path).token()
      }
      #expect(error.sentence.contains("larger than 16 KiB"))
    }
  }

  private func withFile(_ text: String, mode: Int = 0o600, _ body: (String) async throws -> Void) async throws
  {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("tape-token-\(UUID())").path
    try #require(
      FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try await body(path)
  }
}
