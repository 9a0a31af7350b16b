import TapeDomain
import Testing

@testable import TapeData

@Suite struct ReconnectPolicyTests {
  private let start = Instant(nanoseconds: 5_000_000_000)

  @Test(
    "The delays double from 0.5 s to 30 s and are spread by the factor",
    arguments: [(500, 0.5), (1000, 1), (1500, 1.5), (0, 0.5), (9999, 1.5)])
  func delays(jitter: Int, factor: Double) {
    var policy = ReconnectPolicy()
    for seconds in [0.5, 1, 2, 4, 8, 16, 30, 30, 30] {
      let retryAt = policy.failed(at: start, jitter: jitter)
      #expect(retryAt - start == .milliseconds(Int(seconds * factor * 1000)))
    }
    #expect(policy.attempt == 9)
  }

  @Test("The delays start over only after 10 s of messages in time")
  func reset() {
    var policy = ReconnectPolicy()
    for _ in 0..<4 { _ = policy.failed(at: start, jitter: 1000) }
    policy.becameTimely(at: start)
    policy.heard(at: start + .milliseconds(9_999))
    #expect(policy.attempt == 4)
    policy.becameLate()
    policy.heard(at: start + .seconds(60))
    #expect(policy.attempt == 4, "Late messages are not good ones")
    policy.becameTimely(at: start + .seconds(60))
    policy.heard(at: start + .seconds(70))
    #expect(policy.attempt == 0)
    let retryAt = policy.failed(at: start, jitter: 1000)
    #expect(retryAt - start == .milliseconds(500))
  }

  @Test("A server that asks to wait is waited for, at most an hour")
  func retryAfter() {
    var policy = ReconnectPolicy()
    let waits = [120, 0, 86_400].map { seconds in
      policy.failed(at: start, jitter: 1000, retryAfter: .seconds(seconds)) - start
    }
    #expect(waits == [.seconds(120), .seconds(1), .seconds(3600)])
  }

  @Test("Tries by hand are allowed once in 2 s")
  func manual() {
    var policy = ReconnectPolicy()
    let allowed = [0, 1_999, 2_000, 3_999].map { policy.allowsManualTry(at: start + .milliseconds($0)) }
    #expect(allowed == [true, false, true, false])
  }
}
