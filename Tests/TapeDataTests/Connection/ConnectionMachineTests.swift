import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeData

/// What a try by hand does in each phase (the protocol, rule 7), where the absence of an action is the point.
@Suite struct ConnectionMachineTests {
  private let start = Instant(nanoseconds: 5_000_000_000)
  private let loss = FailureKind.transient(reason: "lost", retryAfter: nil)
  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

  private func connecting() -> ConnectionMachine {
    var machine = ConnectionMachine(
      to: WebSocketURL(isSecure: true, host: "q.test", port: 443, resource: "/"))
    #expect(machine.start(at: start) == [.emit(.connecting)])
    #expect(machine.takeWork(at: start) == .readToken(request: 1))
    #expect(machine.tokenRead(.unchanged, request: 1, at: start) { 1000 } == [])
    #expect(machine.takeWork(at: start) == .connect(to: machine.base, generation: 1))
    #expect(machine.takeWork(at: start) == nil)
    return machine
  }

  private func live() -> ConnectionMachine {
    var machine = connecting()
    #expect(machine.opened(at: start) { 1000 } == [.authenticate, .emitConnected, .ping(id: 1)])
    #expect(machine.received(isSign: true, at: start) { 1000 } == [.emit(.live)])
    return machine
  }

  @Test("A live link is not tried by hand")
  func retryWhenLive() {
    var machine = live()
    #expect(machine.retry(at: at(900)) { 1000 } == [])
    #expect(machine.isOpen(1))
  }

  @Test("A link that waits is tried by hand at once, and again after 2 s")
  func retryWhenWaiting() {
    var machine = live()
    _ = machine.closed(loss, at: start) { 1000 }
    #expect(!machine.retry(at: at(100)) { 1000 }.isEmpty)
    #expect(machine.takeWork(at: at(100)) == .connect(to: machine.base, generation: machine.generation))
    _ = machine.closed(loss, at: at(200)) { 1000 }
    #expect(machine.retry(at: at(1_100)) { 1000 } == [])
    #expect(!machine.hasWork)
    _ = machine.advance(to: at(1_200)) { 1000 }
    _ = machine.takeWork(at: at(1_200))
    _ = machine.closed(loss, at: at(1_300)) { 1000 }
    #expect(!machine.retry(at: at(2_100)) { 1000 }.isEmpty)
    #expect(machine.hasWork)
  }

  @Test("A try that hangs is replaced by hand, a young one is not")
  func retryWhenConnecting() {
    var machine = connecting()
    #expect(machine.retry(at: at(1_999)) { 1000 } == [])
    #expect(machine.retry(at: at(2_000)) { 1000 }.first == .end(.abort))
    #expect(machine.takeWork(at: at(2_000)) == .connect(to: machine.base, generation: 2))
  }

  @Test("A late link is tried by hand")
  func retryWhenLate() {
    var machine = live()
    for second in 1...3 { _ = machine.received(isSign: true, at: at(second * 1000)) { 1000 } }
    #expect(machine.retry(at: at(3_100)) { 1000 }.contains(.end(.abort)))
    #expect(machine.hasWork)
  }

  @Test("After a change of the network a link that waits is tried at once, at most every 2 s")
  func networkWhenWaiting() {
    var machine = live()
    for round in 0...4 { lose(&machine, at: at(round * 20_000)) }
    guard case .waiting(let until) = machine.phase else {
      Issue.record("not waiting")
      return
    }
    #expect(until == at(88_000), "The fifth delay is 8 s")
    #expect(!machine.networkChanged(at: at(80_500)) { 1000 }.isEmpty)
    #expect(machine.takeWork(at: at(80_500)) == .connect(to: machine.base, generation: machine.generation))
    _ = machine.closed(loss, at: at(80_600)) { 1000 }
    // Too soon for another one: brought forward to the earliest instant.
    #expect(machine.networkChanged(at: at(81_000)) { 1000 }.count == 1)
    #expect(machine.nextDeadline == at(82_500))
    #expect(machine.networkChanged(at: at(81_200)) { 1000 } == [], "Nothing new to say")
    _ = machine.advance(to: at(82_500)) { 1000 }
    #expect(machine.hasWork)
    #expect(machine.reconnect.attempt == 6, "The delays do not start over")
  }

  @Test("A time that the server asked for is kept when the network changes")
  func networkWhenAskedToWait() {
    var machine = connecting()
    let busy = FailureKind.transient(reason: "busy", retryAfter: .seconds(60))
    _ = machine.closed(busy, at: start) { 1000 }
    #expect(machine.networkChanged(at: at(1_000)) { 1000 } == [])
    #expect(machine.nextDeadline == at(60_000))
  }

  @Test("After a change of the network a try that hangs is replaced, a young one is not")
  func networkWhenConnecting() {
    var machine = connecting()
    #expect(machine.networkChanged(at: at(1_999)) { 1000 } == [])
    #expect(machine.networkChanged(at: at(2_000)) { 1000 }.first == .end(.abort))
    #expect(machine.hasWork)
  }

  @Test("After a change of the network a live link is asked, and left when it does not answer")
  func networkWhenLive() {
    var machine = live()
    #expect(machine.networkChanged(at: at(100)) { 1000 } == [.ping(id: 2)])
    #expect(machine.isOpen(1))
    let actions = machine.advance(to: at(1_600)) { 1000 }
    #expect(actions.contains(.end(.abort)) && !machine.isOpen(1))
  }

  @Test("A refused or suspended link stays so when the network changes")
  func networkWhenRefused() {
    var machine = connecting()
    _ = machine.closed(.refused(reason: "no"), at: start) { 1000 }
    #expect(machine.networkChanged(at: at(5_000)) { 1000 } == [])
    #expect(!machine.hasWork)
    var other = live()
    _ = other.suspend()
    #expect(other.networkChanged(at: at(5_000)) { 1000 } == [])
    #expect(!other.hasWork)
  }

  private func lose(_ machine: inout ConnectionMachine, at now: Instant) {
    _ = machine.advance(to: now) { 1000 }
    _ = machine.takeWork(at: now)
    _ = machine.closed(loss, at: now) { 1000 }
  }

  @Test("A token that is read too late, after the link was suspended, starts nothing")
  func staleToken() {
    var machine = ConnectionMachine(
      to: WebSocketURL(isSecure: true, host: "q.test", port: 443, resource: "/"))
    _ = machine.start(at: start)
    _ = machine.takeWork(at: start)
    #expect(machine.suspend() == [.end(.abort), .emit(.suspended)])
    #expect(machine.tokenRead(.changed, request: 1, at: start) { 1000 } == [])
    #expect(!machine.hasWork)
  }
}
