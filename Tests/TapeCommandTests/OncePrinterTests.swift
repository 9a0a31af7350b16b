import TapeDomain
import TapeTUI
import TapeTestSupport
import Testing

@testable import tape

@Suite(.timeLimit(.minutes(4))) struct OncePrinterTests {
  /// A server that takes the request and never answers.
  private struct SilentWatchlist: WatchlistRepository {
    let time: TimeSource

    func instruments() async throws -> [Instrument] {
      try await time.sleep(for: .seconds(86_400))
      return []
    }
  }

  private struct NoQuotes: WatchQuotesUseCase {
    func watch(_ symbols: Set<Symbol>) -> AsyncStream<QuoteBatch> { AsyncStream { nil } }
  }

  private static let source = SourceLabel(word: "", quality: "q.test", isSimulated: false)

  @Test("A list that does not come is given up at the deadline, with a sentence that names the time")
  func slowList() async throws {
    let clock = ManualClock()
    var options = Options()
    options.timeout = .milliseconds(1500)
    let printer = OncePrinter(
      watchlist: SilentWatchlist(time: clock.source), watch: NoQuotes(), time: clock.source,
      source: Self.source, options: options, characters: CharacterSet(environment: [:], ascii: true))
    let run = Task { try await printer.run() }
    await clock.sleepers(2)
    clock.advance(by: .milliseconds(1500))
    let error = await #expect(throws: StartError.self) { try await run.value }
    #expect(error?.sentence.contains("within 1500ms") == true)
  }

  @Test("Work that is done in time gives its value, and its deadline is over")
  func inTime() async throws {
    let clock = ManualClock()
    let deadline = Deadline(instant: clock.now + .seconds(1), time: clock.source)
    #expect(try await deadline.bound { 7 } == 7)
  }

  @Test("Prices are complete when all are live or cannot be had, and not while one may be out of date")
  func complete() throws {
    let (acme, nope) = (Fixtures.symbol("ACME"), Fixtures.symbol("NOPE"))
    var prices = OncePrices(source: Self.source)
    prices.add(QuoteBatch(changes: [nope: LiveQuote(absence: .unknownSymbol)], feed: .live))
    #expect(!prices.isComplete([acme, nope]))
    prices.add(QuoteBatch(changes: [acme: Fixtures.live(acme, 100)], feed: .live))
    #expect(prices.isComplete([acme, nope]))
    prices.add(QuoteBatch(changes: [acme: Fixtures.live(acme, 100).interrupted], feed: .live))
    #expect(!prices.isComplete([acme, nope]))
  }

  @Test("Rows that have no price say why, those with one reason together")
  func reasons() throws {
    func row(_ text: String, _ absence: LiveQuote.Absence) -> OnceRow {
      OnceRow(
        instrument: Instrument(symbol: Fixtures.symbol(text), name: ""), quote: LiveQuote(absence: absence))
    }
    let rows = [
      row("AAPL@finnhub", .rejected("No key.")), row("NOPE", .unknownSymbol), row("LATE", .waiting),
      row("MSFT@finnhub", .rejected("No key.")),
    ]
    #expect(OncePrinter.reasons(rows) == ["AAPL@finnhub, MSFT@finnhub: No key.", "NOPE: unknown symbol."])
  }

  @Test("What is wrong with one source of several is said with its name")
  func subject() {
    var prices = OncePrices(source: Self.source)
    let down = FeedStatus.reconnecting(
      attempt: 1, retryAt: nil, since: Instant(nanoseconds: 0), reason: "No route.")
    let mixed = FeedSource(name: "MIXED", quality: "", isSimulated: false, subjects: ["Kraken"])
    prices.add(QuoteBatch(changes: [:], feed: down, source: mixed))
    #expect(prices.trouble == "Kraken: No route.")
  }

  @Test("The source's own word counts, a refusal ends the wait, and a link that is back is no trouble")
  func feed() {
    var prices = OncePrices(source: Self.source)
    let demo = FeedSource(name: "DEMO", quality: "simulated prices", isSimulated: true)
    let down = FeedStatus.reconnecting(
      attempt: 1, retryAt: nil, since: Instant(nanoseconds: 0), reason: "No route.")
    prices.add(QuoteBatch(changes: [:], feed: down, source: demo))
    #expect(prices.source.isSimulated && prices.trouble == "No route.")
    prices.add(QuoteBatch(changes: [:], feed: .live))
    #expect(prices.source.isSimulated && prices.trouble == nil)
    prices.add(QuoteBatch(changes: [:], feed: .refused(reason: "Token refused.")))
    #expect(prices.refusal == "Token refused." && prices.isComplete([Fixtures.symbol("ACME")]))
  }
}
