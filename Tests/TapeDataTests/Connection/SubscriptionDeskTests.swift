import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct SubscriptionDeskTests {
  private let start = Instant(nanoseconds: 1_000_000_000)
  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }
  private let a = Fixtures.symbol("A")
  private let b = Fixtures.symbol("B")
  private let c = Fixtures.symbol("C")
  private let d = Fixtures.symbol("D")

  private func desk(
    spacing: Duration = .milliseconds(100), maximum: Int = 10, numbers: Bool = true,
    allOrNothing: Bool = false
  ) -> SubscriptionDesk {
    SubscriptionDesk(
      terms: FeedTerms(),
      commands: CommandTerms(
        spacing: spacing, maximumSymbols: maximum, numbersAnswers: numbers, isAllOrNothing: allOrNothing),
      at: start)
  }

  private func subscribe(_ symbols: Symbol..., request: Int) -> SubscriptionDesk.Action {
    .send(.subscribe(symbols, maxRate: 0), request: request)
  }

  private func unknown(_ symbol: Symbol) -> SubscriptionDesk.Action {
    .say(.error(code: "unknown_symbol", symbol: symbol, message: ""))
  }

  @Test("Commands are spaced and no larger than the source allows")
  func pacing() {
    var desk = desk(maximum: 2)
    #expect(desk.take(.subscribe([a, b, c], maxRate: 4), at: start) == [subscribe(a, b, request: 1)])
    #expect(desk.nextDeadline == at(100))
    #expect(desk.advance(to: at(99)) == [])
    #expect(desk.advance(to: at(100)) == [subscribe(c, request: 2)])
    #expect(desk.nextDeadline == at(5_000))
  }

  @Test("A source that answers nothing is taken at its silence, and is never asked again by itself")
  func silent() {
    var terms = CommandTerms(
      spacing: .milliseconds(100), maximumSymbols: 1, numbersAnswers: false, isAllOrNothing: false)
    terms.isAnswered = false
    var desk = SubscriptionDesk(terms: FeedTerms(), commands: terms, at: start)
    #expect(desk.take(.subscribe([a, b], maxRate: 4), at: start) == [subscribe(a, request: 1)])
    #expect(desk.advance(to: at(100)) == [subscribe(b, request: 2)])
    #expect(desk.isSettled && desk.nextDeadline == nil && desk.wanted == [a, b])
    #expect(
      desk.take(FeedAnswer(.noRoom("full")), at: at(200))
        == [.say(.error(code: FeedMessage.noRoomCode, symbol: nil, message: "full"))])
    #expect(desk.take(.unsubscribe([b]), at: at(300)) == [.send(.unsubscribe([b]), request: 3)])
  }

  @Test("A source that takes no more is found out symbol by symbol, and what it takes is subscribed")
  func noRoom() {
    var desk = desk(spacing: .zero, numbers: false, allOrNothing: true)
    #expect(desk.take(.subscribe([a, b], maxRate: 4), at: start) == [subscribe(a, b, request: 1)])
    #expect(desk.take(FeedAnswer(.noRoom("full")), at: start) == [subscribe(a, request: 2)])
    #expect(desk.take(FeedAnswer(symbols: [a], .accepted), at: start) == [subscribe(b, request: 3)])
    #expect(
      desk.take(FeedAnswer(.noRoom("full")), at: start)
        == [.say(.error(code: FeedMessage.noRoomCode, symbol: b, message: "full"))])
    #expect(desk.wanted == [a])
  }

  @Test("What is subscribed already is not said again, whatever its rate")
  func rates() {
    var desk = desk()
    _ = desk.take(.subscribe([a], maxRate: 4), at: start)
    _ = desk.take(FeedAnswer(request: 1, .accepted), at: at(10))
    #expect(desk.take(.subscribe([a], maxRate: 1), at: at(500)) == [])
    #expect(desk.isSettled && desk.wanted == [a])
  }

  @Test("A source without numbered answers is asked one thing at a time")
  func serial() {
    var desk = desk(maximum: 1, numbers: false)
    #expect(desk.take(.subscribe([a, b], maxRate: 4), at: start) == [subscribe(a, request: 1)])
    #expect(desk.advance(to: at(1_000)) == [])
    #expect(
      desk.take(FeedAnswer(symbols: [a], .accepted), at: at(1_100)) == [subscribe(b, request: 2)])
  }

  @Test("What is not confirmed in time is asked for again, each time with more patience")
  func noAnswer() {
    var desk = desk()
    _ = desk.take(.subscribe([a, b], maxRate: 4), at: start)
    _ = desk.take(FeedAnswer(request: 1, symbols: [a], .accepted), at: at(10))
    #expect(desk.advance(to: at(4_999)) == [])
    #expect(desk.advance(to: at(5_000)) == [subscribe(b, request: 2)])
    #expect(desk.nextDeadline == at(15_000))
    #expect(desk.advance(to: at(15_000)) == [subscribe(b, request: 3)])
  }

  @Test("A quote confirms its symbol though no answer comes")
  func heard() {
    var desk = desk()
    _ = desk.take(.subscribe([a, b], maxRate: 4), at: start)
    #expect(desk.heard(a, at: at(10)) == [] && desk.heard(b, at: at(10)) == [])
    #expect(desk.nextDeadline == nil && desk.isSettled)
  }

  @Test("A wrong symbol that is named is refused; the others of a voided command are asked for again")
  func namedCulprit() {
    var desk = desk(numbers: false, allOrNothing: true)
    _ = desk.take(.subscribe([a, b, c], maxRate: 4), at: start)
    #expect(
      desk.take(FeedAnswer(symbols: [b], .unknownSymbol), at: at(200))
        == [unknown(b), subscribe(a, c, request: 2)])
    #expect(desk.wanted == [a, c])
  }

  @Test("Where answers are about one symbol each, the others are only waited for")
  func eachForItself() {
    var desk = desk()
    _ = desk.take(.subscribe([a, b], maxRate: 4), at: start)
    #expect(desk.take(FeedAnswer(request: 1, symbols: [a], .unknownSymbol), at: at(200)) == [unknown(a)])
    #expect(desk.take(FeedAnswer(request: 1, symbols: [b], .accepted), at: at(200)) == [])
    #expect(desk.isSettled)
  }

  @Test("A wrong symbol that is not named is found by halving, and nothing else is lost")
  func bisect() {
    var desk = desk(spacing: .zero, numbers: false, allOrNothing: true)
    var pending = desk.take(.subscribe([a, b, c, d], maxRate: 4), at: start)
    var confirmed: Set<Symbol> = []
    var refused: [SubscriptionDesk.Action] = []
    for step in 1...20 {
      var next: [SubscriptionDesk.Action] = []
      for action in pending {
        guard case .send(.subscribe(let symbols, _), _) = action else {
          refused.append(action)
          continue
        }
        let answer =
          symbols.contains(c) ? FeedAnswer(.unknownSymbol) : FeedAnswer(symbols: symbols, .accepted)
        if !symbols.contains(c) { confirmed.formUnion(symbols) }
        next += desk.take(answer, at: at(step))
      }
      pending = next
    }
    #expect(refused == [unknown(c)] && confirmed == [a, b, d] && desk.isSettled)
  }

  @Test("A refusal of one symbol for another reason is told with the source's words")
  func refused() {
    var desk = desk()
    _ = desk.take(.subscribe([a], maxRate: 4), at: start)
    #expect(
      desk.take(FeedAnswer(request: 1, .refused("no")), at: at(1))
        == [.say(.error(code: "refused", symbol: a, message: "no"))])
    #expect(desk.take(.resync([a]), at: at(500)) == [], "It is not asked for again")
  }

  @Test("An error about nothing that was asked for is for the user to read")
  func foreignError() {
    var desk = desk()
    #expect(
      desk.take(FeedAnswer(request: 9, .refused("odd")), at: start)
        == [.say(.error(code: "refused", symbol: nil, message: "odd"))])
  }

  @Test("A source that was asked too often is left alone for a while, then asked again")
  func later() {
    var desk = desk()
    _ = desk.take(.subscribe([a, b], maxRate: 4), at: start)
    #expect(
      desk.take(FeedAnswer(request: 1, .later("slow down")), at: at(10))
        == [.say(.error(code: "later", symbol: nil, message: "slow down"))])
    #expect(desk.advance(to: at(5_009)) == [])
    #expect(desk.advance(to: at(5_010)) == [subscribe(a, b, request: 2)])
  }

  @Test("A quote that did not come is asked for by leaving and joining again")
  func resync() {
    var desk = desk()
    _ = desk.take(.subscribe([a], maxRate: 4), at: start)
    #expect(desk.take(.resync([a]), at: at(200)) == [], "Not confirmed yet: the answer is waited for")
    _ = desk.take(FeedAnswer(request: 1, .accepted), at: at(300))
    #expect(desk.take(.resync([a]), at: at(400)) == [.send(.unsubscribe([a]), request: 2)])
    #expect(desk.advance(to: at(500)) == [subscribe(a, request: 3)])
  }

  @Test("What is wanted again before it was unsubscribed is taken out anew, since its quote is waited for")
  func backAgain() {
    var desk = desk()
    _ = desk.take(.subscribe([a, b], maxRate: 4), at: start)
    _ = desk.take(FeedAnswer(request: 1, .accepted), at: at(10))
    #expect(desk.take(.unsubscribe([a]), at: at(20)) == [], "Spaced")
    #expect(desk.take(.subscribe([a], maxRate: 4), at: at(30)) == [])
    #expect(desk.advance(to: at(100)) == [.send(.unsubscribe([a]), request: 2)])
    #expect(desk.advance(to: at(200)) == [subscribe(a, request: 3)])
    #expect(desk.wanted == [a, b])
  }

  @Test("What is no longer wanted before it was asked for is never said")
  func neverSaid() {
    var desk = desk(maximum: 1)
    _ = desk.take(.subscribe([a, b], maxRate: 4), at: start)
    #expect(desk.take(.unsubscribe([b]), at: at(10)) == [])
    #expect(desk.advance(to: at(200)) == [])
    #expect(desk.wanted == [a])
  }
}
