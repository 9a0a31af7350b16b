import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct RivalryTests {
  private static let url = WebSocketURL(isSecure: true, host: "s.test", port: 443, resource: "/")
  private static let failure = FailureKind.transient(reason: "closed", retryAfter: nil)

  private static func machine() -> ConnectionMachine {
    var terms = FeedTerms()
    terms.rivalry = RivalryTerms(sentence: "Another one.")
    return ConnectionMachine(to: url, terms: terms)
  }

  /// Lets a connection live for a time; what is said when the source ends it.
  private static func live(_ machine: inout ConnectionMachine, for life: Duration, at now: inout Instant)
    -> FeedStatus?
  {
    if case .readToken(let request) = machine.takeWork(at: now) {
      _ = machine.tokenRead(.unchanged, request: request, at: now) { 1000 }
    }
    _ = machine.takeWork(at: now)
    _ = machine.opened(at: now) { 1000 }
    now = now + life
    for action in machine.closed(failure, at: now, jitter: { 1000 }) {
      if case .emit(let status) = action { return status }
    }
    return nil
  }

  private static func goOn(
    _ machine: inout ConnectionMachine, after status: FeedStatus?, at now: inout Instant
  ) {
    if case .reconnecting(_, let retryAt?, _, _) = status { now = retryAt }
    _ = machine.advance(to: now) { 1000 }
  }

  @Test(
    "Two connections in a row that end as soon as they are open are another program's doing, and are left alone for long"
  )
  func rival() {
    var machine = Self.machine()
    var now = Instant(nanoseconds: 0)
    _ = machine.start(at: now)
    let first = Self.live(&machine, for: .seconds(1), at: &now)
    guard case .reconnecting(_, _, _, "closed") = first else {
      Issue.record("\(String(describing: first))")
      return
    }
    Self.goOn(&machine, after: first, at: &now)
    let second = Self.live(&machine, for: .seconds(1), at: &now)
    guard case .reconnecting(_, let retryAt?, _, "Another one.") = second else {
      Issue.record("\(String(describing: second))")
      return
    }
    #expect(retryAt - now >= .seconds(75))
  }

  @Test("One that lived for a while shows that there is none")
  func lonely() {
    var machine = Self.machine()
    var now = Instant(nanoseconds: 0)
    _ = machine.start(at: now)
    for life in [1, 60, 1, 60] {
      let status = Self.live(&machine, for: .seconds(life), at: &now)
      guard case .reconnecting(_, _, _, "closed") = status else {
        Issue.record("\(String(describing: status))")
        return
      }
      Self.goOn(&machine, after: status, at: &now)
    }
  }

  @Test("A source that denies us is tried when the user asks, or after its wait")
  func denial() {
    var machine = Self.machine()
    var now = Instant(nanoseconds: 0)
    _ = machine.start(at: now)
    if case .readToken(let request) = machine.takeWork(at: now) {
      _ = machine.tokenRead(.unchanged, request: request, at: now) { 1000 }
    }
    _ = machine.takeWork(at: now)
    _ = machine.opened(at: now) { 1000 }
    now = now + .seconds(1)
    let actions = machine.denied(.refused(reason: "No."), at: now) { 1000 }
    #expect(actions.contains(.emit(.refused(reason: "No."))))
    #expect(actions.contains(.end(.close(code: 1000, reason: ""))))
    #expect(machine.nextDeadline == nil)
  }
}
