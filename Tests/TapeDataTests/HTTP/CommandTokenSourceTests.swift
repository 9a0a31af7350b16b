import Foundation
import Synchronization
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct CommandTokenSourceTests {
  @Test(
    "The first line of what a command prints is the token",
    arguments: [
      ["echo", "tok"], ["printf", "tok\nmore\n"], ["printf", "tok"], ["printf", "tok\r\n"],
      ["sh", "-c", "echo to shout >&2; cat; echo tok"],
      // What it leaves behind is not waited for.
      ["sh", "-c", "sleep 60 & echo tok"],
    ])
  func tokens(words: [String]) async throws {
    let source = CommandTokenSource(words: words)
    #expect(try await source.token()?.secret == "tok")
  }

  @Test(
    "A command without a token is named with what happened, and never what it printed",
    arguments: [
      (["true"], "printed no token"), (["printf", "\n\nhush"], "printed no token"),
      (["printf", "\\377hush"], "printed what is not text"),
      (["printf", "hu\\tsh"], "has a control character"),
      (["sh", "-c", "echo hush; exit 3"], "failed with status 3"),
      (["sh", "-c", "echo hush; kill -9 $$"], "was ended by signal 9"),
      (["/nonexistent/hush"], "cannot be started: No such file or directory"),
      (["/etc"], "cannot be started: Permission denied"),
      (["head", "-c", "20000", "/dev/zero"], "printed more than 16 KiB"),
    ])
  func refusals(words: [String], expected: String) async throws {
    let source = CommandTokenSource(words: words)
    let error = await #expect(throws: TokenError.self) { try await source.token() }
    #expect(error?.sentence.contains(expected) == true, "\(error?.sentence ?? "")")
    #expect(error?.sentence.contains("token_command \"\(words[0])\"") == true)
    if !words[0].contains("hush") { #expect(error?.sentence.contains("hush") == false) }
  }

  @Test("A command that does not end is ended with all that it started")
  func late() async throws {
    let source = CommandTokenSource(
      words: ["sh", "-c", "sleep 61.25 & sleep 61.25"], limit: .milliseconds(100), now: { .now })
    let error = await #expect(throws: TokenError.self) { try await source.token() }
    #expect(error?.sentence.contains("did not end within") == true)
    let left = CommandOutput.run(["pgrep", "-f", "^sleep 61.25"], limit: .seconds(5), maximum: 1000)
    #expect(left == .failed(1))
  }

  @Test(
    "The command is run once for all who ask within a minute, and anew after it or when a try is asked for")
  func keeping() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let seconds = Mutex(0)
    let start = ContinuousClock.now
    let source = CommandTokenSource(
      words: ["sh", "-c", "echo x >> \"$0\"; wc -l < \"$0\"", file], limit: .seconds(10),
      now: { start + .seconds(seconds.withLock { $0 }) })
    func number() async throws -> String? {
      try await source.token()?.secret.trimmingCharacters(in: .whitespaces)
    }
    async let first = number()
    async let second = number()
    #expect(try await [first, second] == ["1", "1"])
    seconds.withLock { $0 = 59 }
    #expect(try await number() == "1")
    seconds.withLock { $0 = 61 }
    #expect(try await number() == "2")
    await source.renew()
    #expect(try await number() == "3")
  }
}
