import Foundation
import Testing

@testable import TapeTUI

@Suite struct TerminalSignalTests {
  @Test(
    "Every caught signal asks for one thing",
    arguments: [
      (SIGINT, TerminalSignal.end(SIGINT)), (SIGTERM, .end(SIGTERM)), (SIGHUP, .end(SIGHUP)),
      (SIGUSR1, .end(SIGUSR1)), (SIGWINCH, .windowChanged), (SIGTSTP, .stop), (SIGCONT, .resume),
    ])
  func meanings(number: Int32, expected: TerminalSignal) {
    #expect(TerminalSignal(number: number) == expected)
  }

  @Test("A storm of resizes counts once, and nothing else is lost in it")
  func storm() {
    let numbers = [SIGWINCH, SIGWINCH, SIGTERM, SIGWINCH, SIGINT].map { UInt8($0) }
    #expect(TerminalSignal.distinct(numbers) == [.windowChanged, .end(SIGTERM), .end(SIGINT)])
  }
}
