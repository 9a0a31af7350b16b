import TapeDomain
import Testing

@testable import TapeData

@Suite struct LiveQuotesMailboxTests {
  private struct Case {
    let marks: [QuoteMailbox.Marks]
    let isLive: Bool
    let words: [String]
  }

  private func quote(_ name: String) throws -> Quote {
    Quote(
      symbol: try #require(Symbol(name)), sequence: 7, last: nil, reference: nil, time: Timestamp(seconds: 1))
  }

  private func words(_ events: [QuoteEvent]) -> [String] {
    events.map { event in
      switch event {
      case .quote(let quote): "quote \(quote.symbol)"
      case .interrupted(let symbols): "interrupted " + symbols.sorted().map(\.text).joined(separator: ",")
      case .absent(let symbol, let absence): "absent \(symbol) \(absence)"
      case .feed(let status): status == .live ? "live" : "down"
      case .clock: "clock"
      case .source(let source): "source \(source.name)"
      case .connections(let count): "connections \(count)"
      case .notice(let text): text
      }
    }
  }

  @Test("What happened to a symbol is told so that it ends as it is", arguments: 0..<6)
  func marks(number: Int) throws {
    let cases = [
      Case(marks: [.changed], isLive: true, words: ["quote A"]),
      Case(marks: [.changed, .interrupted, .changed], isLive: true, words: ["interrupted A", "quote A"]),
      Case(marks: [.interrupted], isLive: false, words: ["interrupted A"]),
      Case(marks: [.changed, .interrupted], isLive: false, words: ["quote A", "interrupted A"]),
      Case(
        marks: [.interrupted, .changed, .interrupted], isLive: false, words: ["quote A", "interrupted A"]),
      Case(marks: [], isLive: true, words: []),
    ]
    let quote = try quote("A")
    var mailbox = QuoteMailbox()
    for marks in cases[number].marks { mailbox.mark(3, marks) }
    let freshness: Freshness = cases[number].isLive ? .live : .stale(since: quote.time)
    let events = mailbox.take { _ in (quote.symbol, LiveQuote(quote: quote, freshness: freshness)) }
    #expect(words(events) == cases[number].words)
    #expect(mailbox.isEmpty)
  }

  @Test("An outage is told though the link is live again, and nothing grows with the number of statuses")
  func statuses() throws {
    let down = FeedStatus.suspended
    let quote = try quote("A")
    for (statuses, expected) in [
      ([.live], ["live"]), ([down], ["down"]), ([down, .live], ["down", "live"]), ([.live, down], ["down"]),
      ([down, .live, down, .live, down, .live], ["down", "live"]),
    ] as [([FeedStatus], [String])] {
      var mailbox = QuoteMailbox()
      for status in statuses { mailbox.post(status) }
      #expect(words(mailbox.take { _ in (quote.symbol, LiveQuote(absence: .waiting)) }) == expected)
      #expect(mailbox.isEmpty)
    }
  }

  @Test("The newest clock and message are kept, and an absence is told")
  func rest() throws {
    let quote = try quote("A")
    var mailbox = QuoteMailbox()
    let clock = ServerClock(time: Timestamp(seconds: 1), instant: Instant(nanoseconds: 0))
    mailbox.post(clock)
    mailbox.post(notice: "first")
    mailbox.post(notice: "second")
    #expect(!mailbox.isEmpty)
    mailbox.mark(0, .changed)
    let events = mailbox.take { _ in (quote.symbol, LiveQuote(absence: .unknownSymbol)) }
    #expect(words(events) == ["absent A unknownSymbol", "clock", "second"])
    #expect(mailbox.isEmpty)
  }
}
