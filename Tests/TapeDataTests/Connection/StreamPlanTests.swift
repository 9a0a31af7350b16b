import TapeDomain
import Testing

@testable import TapeData

@Suite struct StreamPlanTests {
  private let symbols = ["A", "B", "C", "D", "E"].map { symbol($0) }

  @Test("What fits is streamed and asked for once; the rest is polled")
  func room() {
    var plan = StreamPlan(room: 3)
    let actions = plan.take(.subscribe(symbols, maxRate: 4))
    let (new, rest) = (Array(symbols.prefix(3)), Array(symbols.suffix(2)))
    #expect(
      actions == [
        .stream(.subscribe(new, maxRate: 4)), .confirm(new, behind: 0), .rest(.subscribe(rest, maxRate: 4)),
      ])
    #expect(plan.answered(symbols[0]) == [.rest(.unsubscribe([symbols[0]]))])
    #expect(plan.answered(symbols[0]) == [] && plan.answered(symbols[4]) == [])
    // A rate that changes is nothing new.
    #expect(plan.take(.subscribe(symbols, maxRate: 1)) == [])
  }

  @Test("Whoever leaves makes room for the one that was polled longest")
  func promotion() {
    var plan = StreamPlan(room: 3)
    _ = plan.take(.subscribe(symbols, maxRate: 4))
    #expect(
      plan.take(.unsubscribe([symbols[1]])) == [
        .stream(.unsubscribe([symbols[1]])), .rest(.unsubscribe([symbols[1]])),
        .stream(.subscribe([symbols[3]], maxRate: 1)), .confirm([symbols[3]], behind: 1),
      ])
    #expect(plan.streamed == [symbols[0], symbols[2], symbols[3]] && plan.polled == [symbols[4]])
  }

  @Test("A stream that names what it does not take is believed at once")
  func named() {
    var plan = StreamPlan(room: 30)
    _ = plan.take(.subscribe(symbols, maxRate: 4))
    #expect(
      plan.runOut(of: symbols[4]) == [
        .stream(.unsubscribe([symbols[4]])), .rest(.subscribe([symbols[4]], maxRate: 1)),
      ])
    #expect(plan.room == 4 && plan.runOut(of: symbols[4]) == [])
  }

  @Test("One that does not name it: as many of the newest as it refused, and the others are asked for anew")
  func unnamed() {
    var plan = StreamPlan(room: 30)
    _ = plan.take(.subscribe(symbols, maxRate: 4))
    plan.runOut()
    plan.runOut()
    let (kept, gone) = (Array(symbols.prefix(3)), Array(symbols.suffix(2)))
    #expect(
      plan.settle() == [
        .stream(.unsubscribe(gone)), .rest(.subscribe(gone, maxRate: 1)), .stream(.resync(kept)),
        .confirm(kept, behind: 3),
      ])
    #expect(plan.room == 3 && plan.polled == gone && plan.settle() == [])
    // One symbol is always streamed.
    for _ in 0..<9 { plan.runOut() }
    _ = plan.settle()
    #expect(plan.streamed == [symbols[0]] && plan.room == 1)
  }

  @Test("A new connection begins with nothing, and nothing of the old one is taken for proven")
  func connection() {
    var plan = StreamPlan(room: 2)
    _ = plan.take(.subscribe(symbols, maxRate: 4))
    #expect(plan.connect() == [.rest(.unsubscribe(symbols))])
    #expect(plan.connect() == [])
    #expect(plan.take(.subscribe([symbols[0]], maxRate: 4)).contains(.confirm([symbols[0]], behind: 0)))
  }

  @Test("What is outstanding is asked for by request, and what is not wanted is not")
  func resync() {
    var plan = StreamPlan(room: 1)
    _ = plan.take(.subscribe(Array(symbols.prefix(2)), maxRate: 4))
    #expect(plan.take(.resync(symbols)) == [.rest(.resync(Array(symbols.prefix(2))))])
    #expect(plan.take(.resync([symbols[4]])) == [])
  }

  @Test("An answer proves a stream that is open and silent, and no other")
  func status() {
    var status = SupplementedStatus()
    #expect(status.stream(.connecting) == .connecting && status.answered() == nil)
    status.connected()
    #expect(status.answered() == .live && status.answered() == nil && status.stream(.live) == nil)
    let late = FeedStatus.late(since: Instant(nanoseconds: 1))
    #expect(status.stream(late) == late && status.answered() == nil)
    let down = FeedStatus.reconnecting(attempt: 1, retryAt: nil, since: Instant(nanoseconds: 1), reason: "x")
    #expect(status.stream(down) == down && status.answered() == nil)
    status.connected()
    #expect(status.answered() == .live)
  }

  @Test("A polled price that is streamed from now on is taken back when nothing confirms it")
  func unconfirmed() {
    var plan = StreamPlan(room: 3)
    _ = plan.take(.subscribe(symbols, maxRate: 4))
    _ = plan.take(.unsubscribe([symbols[0], symbols[1]]))
    #expect(plan.streamed == [symbols[2], symbols[3], symbols[4]])
    _ = plan.answered(symbols[3])
    #expect(plan.takeUnconfirmed(of: symbols) == [symbols[4]])
    #expect(plan.takeUnconfirmed(of: symbols) == [])
  }

  @Test("What is polled again, left, or asked for on a new connection, is not taken back")
  func noLongerUnconfirmed() {
    for step in 0..<3 {
      var plan = StreamPlan(room: 1)
      _ = plan.take(.subscribe([symbols[0], symbols[1]], maxRate: 4))
      _ = plan.take(.unsubscribe([symbols[0]]))
      switch step {
      case 0: _ = plan.runOut(of: symbols[1])
      case 1: _ = plan.take(.unsubscribe([symbols[1]]))
      default: _ = plan.connect()
      }
      #expect(plan.takeUnconfirmed(of: symbols) == [])
    }
  }
}
