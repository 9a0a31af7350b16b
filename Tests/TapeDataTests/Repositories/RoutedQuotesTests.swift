import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

/// Lists whose symbols name their sources.
@Suite(.timeLimit(.minutes(4))) struct RoutedQuotesTests {
  private let kraken = FakeQuotesRepository()
  private let coinbase = FakeQuotesRepository()

  private func routed() -> RoutedQuotesRepository {
    let other = RoutedSource(title: "Coinbase", quotes: coinbase, quality: .oneVenue)
    return RoutedQuotesRepository(
      main: RoutedSource(title: "Kraken", quotes: kraken, quality: .oneVenue), named: "kraken",
      names: ["kraken", "coinbase", "finnhub"],
      open: { name throws(WatchlistError) in
        guard name == "coinbase" else { throw WatchlistError(sentence: "no key for \(name)") }
        return other
      })
  }

  private func quote(_ text: String) -> Quote {
    Quote(
      symbol: Fixtures.symbol(text), sequence: 1, last: Money(minorUnits: 100, currency: "USD", scale: 2),
      reference: nil, time: Timestamp(seconds: 1))
  }

  private func merge(_ names: String...) -> RouteMerge {
    var legs: [String: RouteLeg] = [:]
    for name in names {
      legs[name, default: RouteLeg()].add(
        Fixtures.symbol("A@\(name)"), as: Fixtures.symbol("A"), isFast: true)
    }
    return RouteMerge(legs)
  }

  @Test("A symbol names its source behind its last sign, and only a source that there is")
  func routes() {
    let names: Set<String> = ["kraken", "coinbase"]
    let route = SymbolRoute(Fixtures.symbol("BTC-USD@coinbase"), sources: names)
    #expect(route?.symbol.text == "BTC-USD" && route?.source == "coinbase")
    #expect(SymbolRoute(Fixtures.symbol("A@B@kraken"), sources: names)?.symbol.text == "A@B")
    for text in ["BTC-USD", "A@elsewhere", "@coinbase", "A@"] {
      #expect(SymbolRoute(Fixtures.symbol(text), sources: names) == nil, "\(text)")
    }
  }

  @Test("A list without such symbols is its source's own, whatever that says")
  func plain() async {
    let events = routed().events(for: [Fixtures.symbol("A")])
    kraken.say([.quote(quote("A"))])
    #expect(await events.first { _ in true } == [.quote(quote("A"))])
    #expect(coinbase.watched.isEmpty)
  }

  @Test(
    "Each source is asked for its own symbols, and what it says is said of the list's rows, with its quality")
  func mixed() async {
    let events = routed().events(for: [Fixtures.symbol("A"), Fixtures.symbol("B@coinbase")])
    kraken.say([.quote(quote("A"))])
    coinbase.say([.quote(quote("B")), .interrupted([Fixtures.symbol("B")])])
    var rows: [Symbol: Quote] = [:]
    var interrupted: Set<Symbol> = []
    for await burst in events {
      for event in burst {
        if case .quote(let quote) = event { rows[quote.symbol] = quote }
        if case .interrupted(let symbols) = event { interrupted.formUnion(symbols) }
      }
      if rows.count == 2, !interrupted.isEmpty { break }
    }
    #expect(rows[Fixtures.symbol("B@coinbase")]?.quality == .oneVenue)
    #expect(rows[Fixtures.symbol("A")] != nil)
    #expect(interrupted == [Fixtures.symbol("B@coinbase")])
    #expect(kraken.watched == [[Fixtures.symbol("A")]] && coinbase.watched == [[Fixtures.symbol("B")]])
  }

  @Test("Rows of a source that cannot be opened say why, and the others go on")
  func unopened() async {
    let events = routed().events(for: [Fixtures.symbol("A"), Fixtures.symbol("B@finnhub")])
    kraken.say([.quote(quote("A")), .feed(.live)])
    var seen: [QuoteEvent] = []
    for await burst in events {
      seen += burst
      if seen.contains(.feed(.live)), seen.contains(where: \.isAbsence) { break }
    }
    #expect(seen.contains(.absent(Fixtures.symbol("B@finnhub"), .rejected("no key for finnhub"))))
  }

  @Test("The end of the watch releases every source")
  func released() async {
    let repository = routed()
    let quotes = WaitingList()
    let task = Task {
      var count = 0
      for await burst in repository.events(for: [Fixtures.symbol("A"), Fixtures.symbol("B@coinbase")]) {
        for case .quote in burst { count += 1 }
        quotes.reach(count)
      }
    }
    kraken.say([.quote(quote("A"))])
    coinbase.say([.quote(quote("B"))])
    await quotes.wait(for: 2)
    task.cancel()
    await kraken.released()
    await coinbase.released()
    await task.value
  }

  @Test("The state of a list is the worst of its sources, which is named")
  func worst() {
    var merge = merge("kraken", "coinbase")
    _ = merge.opened("kraken", RoutedSource(title: "Kraken", quotes: kraken, quality: .oneVenue))
    var said: [QuoteEvent]
    said = merge.take([.feed(.live)], of: "coinbase")
    #expect(said == [.feed(.connecting)])
    said = merge.take([.feed(.live)], of: "kraken")
    #expect(said == [.feed(.live)])
    let down = FeedStatus.reconnecting(
      attempt: 1, retryAt: nil, since: Instant(nanoseconds: 5), reason: "gone")
    let named = FeedStatus.reconnecting(
      attempt: 1, retryAt: nil, since: Instant(nanoseconds: 5), reason: "Kraken: gone")
    said = merge.take([.feed(down)], of: "kraken")
    #expect(said == [.feed(named)])
    said = merge.take([.feed(.late(since: Instant(nanoseconds: 9)))], of: "coinbase")
    #expect(said == [])
    said = merge.take([.feed(.live)], of: "kraken")
    #expect(said == [.feed(.late(since: Instant(nanoseconds: 9)))])
  }

  @Test(
    "Connections are counted over all sources, clocks of single ones are not taken, notices say whose they are"
  )
  func others() {
    var merge = merge("kraken", "coinbase")
    var said: [QuoteEvent]
    said = merge.take([.connections(2)], of: "kraken")
    #expect(said == [.connections(2)])
    said = merge.take([.connections(1)], of: "coinbase")
    #expect(said == [.connections(3)])
    said = merge.take([.notice("maintenance")], of: "kraken")
    #expect(said == [.notice("kraken: maintenance")])
  }
}

extension QuoteEvent {
  fileprivate var isAbsence: Bool {
    if case .absent = self { true } else { false }
  }
}
