import TapeDomain
import Testing

@testable import TapeData

/// What the events of a stream, and of the requests beside it, come to.
@Suite struct SupplementedSidesTests {
  private static let label = FeedSource(name: "VENUE", quality: "real time", isSimulated: false)
  private let now = Instant(nanoseconds: 1_000_000_000)
  private let symbols = ["A", "B", "C"].map { symbol($0) }
  private var plan = StreamPlan(room: 2)
  private var stream = SupplementedStream()
  private var requests = SupplementedRequests(label: Self.label)

  /// A is streamed and B too, C is polled.
  init() {
    _ = stream.take(.connected, plan: &plan)
    _ = plan.take(.subscribe(symbols, maxRate: 4))
  }

  private mutating func hear(_ event: QuoteSocketEvent) -> [SupplementedStep] {
    requests.take(event, plan: &plan, stream: &stream, at: now)
  }

  private func snapshot(_ symbol: Symbol, last: QuotePatch.Field<Int> = .set(1)) -> FeedMessage {
    var patch = QuotePatch(symbol: symbol, sequence: 1, time: Timestamp(seconds: 1))
    patch.last = last
    return .snapshot(patch)
  }

  @Test("A new connection is counted, forgets who was streamed, and is told")
  mutating func connection() {
    #expect(stream.generation == 1)
    let steps = stream.take(.connected, plan: &plan)
    #expect(steps == [.act([.rest(.unsubscribe(symbols))]), .tell(.connected)] && stream.generation == 2)
  }

  @Test("What the stream has no room for is polled at once where it is named, and later where it is not")
  mutating func noRoom() {
    let named = FeedMessage.error(code: FeedMessage.noRoomCode, symbol: symbols[1], message: "full")
    let unnamed = FeedMessage.error(code: FeedMessage.noRoomCode, symbol: nil, message: "full")
    let other = FeedMessage.unknown
    #expect(
      stream.take(.burst([named, other, unnamed], at: now), plan: &plan) == [
        .act([.stream(.unsubscribe([symbols[1]])), .rest(.subscribe([symbols[1]], maxRate: 1))]),
        .settleLater, .tell(.burst([other], at: now)),
      ])
  }

  @Test("An answer proves the open stream once, and ends the request of a streamed symbol")
  mutating func answer() {
    let message = snapshot(symbols[0])
    #expect(
      hear(.burst([message], at: now)) == [
        .tell(.status(.live)), .act([.rest(.unsubscribe([symbols[0]]))]), .describe,
        .tell(.burst([message], at: now)),
      ])
    #expect(
      hear(.burst([message], at: now)) == [.act([]), .describe, .tell(.burst([message], at: now))])
  }

  @Test("An answer without a price leaves the request to be made again")
  mutating func emptyAnswer() {
    let steps = hear(.burst([snapshot(symbols[0], last: .null)], at: now))
    #expect(steps.contains(.act([])))
  }

  @Test("Only what is polled is taken back when its time is over: the stream proves its own")
  mutating func lost() {
    #expect(
      hear(.burst([.lost(symbols)], at: now)) == [
        .takeBack([symbols[2]]), .act([]), .describe, .tell(.burst([.lost([symbols[2]])], at: now)),
      ])
    #expect(hear(.burst([.lost([symbols[0]])], at: now)) == [.act([]), .describe])
  }

  @Test("Requests that are not answered say why once; what is polled goes on until its own time is over")
  mutating func trouble() {
    let down = QuoteSocketEvent.status(
      .reconnecting(attempt: 1, retryAt: nil, since: now, reason: "No answer."))
    let why = SupplementedStep.tell(
      .burst([.error(code: "rest", symbol: nil, message: "No answer.")], at: now))
    #expect(hear(down) == [why])
    #expect(hear(down) == [])
    let again = SupplementedStep.tell(
      .burst([.error(code: "rest", symbol: nil, message: "Requests are answered again.")], at: now))
    #expect(hear(.status(.live)) == [again])
    #expect(hear(.status(.live)) == [])
    #expect(hear(down) == [why])
  }

  @Test("A refusal is left to the stream to say, for a while")
  mutating func refused() {
    #expect(
      hear(.status(.refused(reason: "No key."))) == SupplementedRequests.takeBack([symbols[2]], at: now)
        + [.sayLater("No key.")])
    _ = stream.take(.status(.refused(reason: "No key.")), plan: &plan)
    #expect(stream.isRefused)
  }

  @Test("The header says how many are polled, and each thing once")
  mutating func header() {
    #expect(requests.description(polled: 0)?.quality == "real time")
    #expect(requests.description(polled: 0) == nil)
    #expect(requests.description(polled: 3)?.quality == "real time; 3 polled")
    let asking = FeedSource(
      name: "VENUE", quality: "", isSimulated: false, activity: .asking(batch: 1, of: 2))
    _ = hear(.burst([.source(asking)], at: now))
    #expect(requests.description(polled: 3)?.activity == .asking(batch: 1, of: 2))
  }
}
