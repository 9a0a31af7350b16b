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

  private func opened(_ merge: inout RouteMerge) {
    _ = merge.opened("coinbase", RoutedSource(title: "Coinbase", quotes: coinbase, quality: .oneVenue))
    _ = merge.opened("kraken", RoutedSource(title: "Kraken", quotes: kraken, quality: .oneVenue))
  }

  private func down(_ reason: String, next nanoseconds: Int64? = nil) -> FeedStatus {
    .reconnecting(
      attempt: 1, retryAt: nanoseconds.map(Instant.init(nanoseconds:)), since: Instant(nanoseconds: 5),
      reason: reason)
  }

  private func mixed(_ subjects: [String]) -> QuoteEvent {
    .source(
      FeedSource(
        name: "MIXED", quality: "Coinbase, Kraken", isSimulated: false, parts: ["Coinbase", "Kraken"],
        subjects: subjects))
  }

  @Test("The state of a list is the worst of its sources, and it is said whose it is")
  func worst() {
    var merge = merge("kraken", "coinbase")
    opened(&merge)
    var said: [QuoteEvent]
    said = merge.take([.feed(.live)], of: "coinbase")
    #expect(said == [mixed(["Kraken"]), .feed(.connecting)])
    said = merge.take([.feed(.live)], of: "kraken")
    #expect(said == [mixed([]), .feed(.live)])
    said = merge.take([.feed(down("gone"))], of: "kraken")
    #expect(said == [mixed(["Kraken"]), .feed(down("gone"))])
    let late = FeedStatus.late(since: Instant(nanoseconds: 9))
    said = merge.take([.feed(late)], of: "coinbase")
    #expect(said == [])
    said = merge.take([.feed(.live)], of: "kraken")
    #expect(said == [mixed(["Coinbase"]), .feed(late)])
  }

  @Test("Where all sources are down it is nobody's state, and the one that is tried next counts")
  func allDown() {
    var merge = merge("kraken", "coinbase")
    opened(&merge)
    _ = merge.take([.feed(.live)], of: "coinbase")
    _ = merge.take([.feed(down("gone", next: 900))], of: "kraken")
    var said: [QuoteEvent]
    said = merge.take([.feed(down("away", next: 700))], of: "coinbase")
    #expect(said == [mixed([]), .feed(down("Coinbase: away", next: 700))])
    said = merge.take([.feed(down("away", next: 1_100))], of: "coinbase")
    #expect(said == [.feed(down("Kraken: gone", next: 900))])
  }

  @Test("A list none of whose sources can be opened is refused, and says why")
  func noneOpened() {
    var merge = merge("finnhub")
    let said = merge.failed("finnhub", "Finnhub needs a key of yours.")
    #expect(
      said == [
        .absent(Fixtures.symbol("A@finnhub"), .rejected("Finnhub needs a key of yours.")),
        .source(FeedSource(name: "FINNHUB", quality: "", isSimulated: false)),
        .feed(.refused(reason: "Finnhub needs a key of yours.")),
      ])
  }

  @Test("A list is refused when its last source is, by whatever way, with the reasons of all")
  func allRefused() {
    var merge = merge("kraken", "finnhub")
    _ = merge.opened("kraken", RoutedSource(title: "Kraken", quotes: kraken, quality: .oneVenue))
    var said = merge.failed("finnhub", "Finnhub needs a key.")
    #expect(said.contains(.notice("Finnhub needs a key.")))
    said = merge.take([.feed(.refused(reason: "No."))], of: "kraken")
    #expect(
      said == [
        .absent(Fixtures.symbol("A@kraken"), .rejected("No.")),
        .feed(.refused(reason: "Finnhub needs a key. Kraken: No.")),
      ])
  }

  @Test("A row of a source that refuses us does not wait for a price, whichever was said first")
  func refusedRow() {
    var merge = merge("kraken", "coinbase")
    opened(&merge)
    _ = merge.take([.feed(.live)], of: "coinbase")
    let row = Fixtures.symbol("A@kraken")
    var said = merge.take([.feed(.refused(reason: "Kraken refused the key."))], of: "kraken")
    #expect(said.contains(.absent(row, .rejected("Kraken refused the key."))))
    #expect(said.contains(.notice("Kraken refused the key.")), "the source is named once")
    said = merge.take([.absent(Fixtures.symbol("A"), .waiting)], of: "kraken")
    #expect(said == [.absent(row, .rejected("Kraken refused the key."))])
    _ = merge.take([.feed(.live)], of: "kraken")
    said = merge.take([.absent(Fixtures.symbol("A"), .waiting)], of: "kraken")
    #expect(said == [.absent(row, .waiting)])
  }

  @Test("Before a list of several sources is watched none of them speaks for it")
  func unwatched() async {
    let repository = RoutedQuotesRepository(
      main: RoutedSource(title: "Kraken", quotes: kraken, quality: .oneVenue), named: "kraken", isMixed: true,
      names: ["kraken", "finnhub"],
      open: { name throws(WatchlistError) in throw WatchlistError(sentence: "no key for \(name)") })
    let events = repository.events(for: [])
    kraken.say([.feed(.refused(reason: "No."))])
    let task = Task { await events.first { _ in true } }
    task.cancel()
    #expect(await task.value == nil)
    #expect(kraken.watched.isEmpty)
  }

  @Test("Symbols that name no source are of the one that was asked for, not of the one that stands in for it")
  func home() async {
    let repository = RoutedQuotesRepository(
      main: RoutedSource(title: "Kraken", quotes: kraken, quality: .oneVenue), named: "kraken",
      home: "finnhub",
      names: ["kraken", "finnhub"],
      open: { name throws(WatchlistError) in throw WatchlistError(sentence: "no key for \(name)") })
    let events = repository.events(for: [Fixtures.symbol("A"), Fixtures.symbol("B@kraken")])
    var seen: [QuoteEvent] = []
    for await burst in events {
      seen += burst
      if seen.contains(where: \.isAbsence), !kraken.watched.isEmpty { break }
    }
    #expect(seen.contains(.absent(Fixtures.symbol("A"), .rejected("no key for finnhub"))))
    #expect(kraken.watched == [[Fixtures.symbol("B")]])
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
