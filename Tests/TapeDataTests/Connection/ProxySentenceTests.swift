import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct ProxySentenceTests {
  private func kind(_ reason: ProxyFailure.Reason) -> FailureKind {
    let context = FailureKind.Context(
      url: WebSocketURL(isSecure: true, host: "q.test", port: 443, resource: "/v1/quotes"), token: nil,
      remedy: "", wall: Timestamp(seconds: 0))
    let failure = ProxyFailure(proxy: "p.test:3128", variable: "HTTPS_PROXY", reason: reason)
    let closure = WebSocketClosure(code: 1006, reason: "", isClean: false, error: .proxy(failure))
    return FailureKind(closure, in: context)
  }

  @Test(
    "A proxy that fails is named with what it said and what to check, and is tried again",
    arguments: [
      (.notFound("unknown."), "unknown. Check HTTPS_PROXY"),
      (.notReached("refused"), "refused. Check HTTPS_PROXY"),
      (.silent, "in time. Check HTTPS_PROXY"), (.ended(""), "ended the connection. Check HTTPS_PROXY"),
      (.ended("reset"), "reset. Check HTTPS_PROXY"), (.notAProxy("no line"), "no line. Check HTTPS_PROXY"),
      (.refused("HTTP 403 Filtered"), "\"q.test\" port 443: HTTP 403 Filtered."),
    ] as [(ProxyFailure.Reason, String)])
  func transient(reason: ProxyFailure.Reason, words: String) {
    guard case .transient(let sentence, nil) = kind(reason) else {
      Issue.record("\(reason) is not tried again")
      return
    }
    #expect(sentence.contains(words) && sentence.contains("\"p.test:3128\"") && sentence.hasSuffix("."))
  }

  @Test(
    "A login that is missing or wrong is not tried again, since companies lock accounts",
    arguments: [.asksForLogin, .loginRefused, .unknownLogin("NTLM"), .unknownLogin("")]
      as [ProxyFailure.Reason])
  func login(reason: ProxyFailure.Reason) {
    guard case .refused(let sentence) = kind(reason) else {
      Issue.record("\(reason) is tried again")
      return
    }
    #expect(sentence.contains("\"p.test:3128\"") && sentence.contains("HTTPS_PROXY"))
  }
}
