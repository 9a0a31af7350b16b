import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor
@Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelListsTests {
  nonisolated private static func instruments(_ symbols: String...) -> [Instrument] {
    symbols.map { Instrument(symbol: Fixtures.symbol($0), name: "Name of \($0)") }
  }

  /// A stage with the source's list of S1 and S2 and two of the user's, of which `current` is shown.
  private func stage(
    _ lists: FakeLists, search: FakeSearch? = nil, current: Int64? = nil, memory: ListMemory? = nil
  ) async throws -> WatchlistStage {
    let stage = WatchlistStage(.success(Self.instruments("S1", "S2")))
    let shelf = ListShelf(
      source: .source("s"), sourceName: "Core", directory: try await lists.directory(),
      current: current.map { .own(ListID($0)) })
    var list: NamedList?
    if let current { list = try await lists.list(ListID(current)) }
    stage.model.openLists(
      ListsSetup(repository: lists, search: search, shelf: shelf, list: list, memory: memory, order: .own))
    stage.model.visibleRowsChanged(10)
    stage.model.onAppear()
    await stage.until { $0.list != .loading }
    return stage
  }

  private func two() throws -> FakeLists {
    try FakeLists(("A", Self.instruments("X", "Y", "Z")), ("B", Self.instruments("Y")))
  }

  private func symbols(_ stage: WatchlistStage) -> [String] { stage.state.rows.map(\.id.text) }

  private func type(_ text: String, _ stage: WatchlistStage) {
    for character in text { _ = stage.model.edit(with: .character(character)) }
  }

  @Test("Lists follow each other around, the source's first, and each is found as it was left")
  func switching() async throws {
    let stage = try await stage(try two())
    #expect(stage.state.listName == "Core" && stage.state.listPlace == "1/3")
    stage.model.perform(.nextList)
    await stage.until { $0.rows.count == 3 }
    #expect(stage.state.listName == "A" && stage.state.listPlace == "2/3")
    stage.model.perform(.selectLast)
    stage.model.perform(.cycleOrder)
    stage.model.perform(.showList(3))
    await stage.until { $0.rows.count == 1 }
    #expect(stage.state.order == .own)
    stage.model.perform(.nextList)
    await stage.until { $0.listName == "Core" && $0.rows.count == 2 }
    stage.model.perform(.previousList)
    stage.model.perform(.previousList)
    await stage.until { $0.listName == "A" && $0.rows.count == 3 }
    #expect(stage.state.order == .symbol)
    #expect(stage.model.selectedSymbol?.text == "Z")
  }

  @Test("A start shows the list that was left, as it was left")
  func start() async throws {
    let memory = ListMemory(selected: Fixtures.symbol("Y"), order: "symbol", isReversed: true)
    let stage = try await stage(try two(), current: 1, memory: memory)
    #expect(symbols(stage) == ["Z", "Y", "X"])
    #expect(stage.model.selectedSymbol?.text == "Y")
  }

  @Test("A list that does not say what its instruments are called takes their names from the source")
  func names() async throws {
    let bare = ["S2", "Q"].map { Instrument(symbol: Fixtures.symbol($0), name: "") }
    let stage = try await stage(try FakeLists(("A", bare)), current: 1)
    await stage.until { $0.rows.first?.name == "Name of S2" }
    #expect(stage.state.rows.map(\.name) == ["Name of S2", ""])
    #expect(stage.list.calls == 1)
  }

  @Test("Edits are shown at once, kept in order, and undone")
  func edits() async throws {
    let lists = try two()
    let stage = try await stage(lists, current: 1)
    stage.model.perform(.editList)
    for key in [Key.character("J"), .character("d"), .character("d")] { #expect(stage.model.edit(with: key)) }
    #expect(symbols(stage) == ["Y"])
    _ = stage.model.edit(with: .character("u"))
    #expect(stage.model.selectedSymbol != nil)
    _ = stage.model.edit(with: .character("u"))
    _ = stage.model.edit(with: .character("u"))
    #expect(symbols(stage) == ["X", "Y", "Z"])
    _ = stage.model.edit(with: .character("u"))
    #expect(stage.state.message == "There is nothing to undo.")
    await stage.model.closeLists()
    #expect(lists.batches.joined().count == 6)
    #expect(lists.lists[0].instruments.map(\.symbol.text) == ["X", "Y", "Z"])
  }

  @Test("The source is asked once typing rests, and what was chosen is added below the row")
  func adding() async throws {
    let search = FakeSearch { _ in Self.instruments("N1", "N2") }
    let lists = try two()
    let stage = try await stage(lists, search: search, current: 1)
    stage.model.perform(.editList)
    _ = stage.model.edit(with: .character("a"))
    type("nam", stage)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(299))
    #expect(search.texts.isEmpty)
    stage.clock.advance(by: .milliseconds(1))
    await stage.until { $0.edit?.prompt?.found.count == 2 }
    #expect(search.texts == ["nam"])
    _ = stage.model.edit(with: .down)
    _ = stage.model.edit(with: .enter)
    #expect(symbols(stage) == ["X", "N2", "Y", "Z"])
    #expect(stage.model.selectedSymbol?.text == "N2")
    #expect(stage.state.edit?.prompt == nil)
  }

  @Test("What cannot be kept is taken back and said")
  func failure() async throws {
    let lists = try two()
    let stage = try await stage(lists, current: 1)
    lists.fail(with: ListError(.storage, "The disk is full."))
    stage.model.perform(.editList)
    _ = stage.model.edit(with: .character("d"))
    #expect(symbols(stage) == ["Y", "Z"])
    await stage.until { $0.message == "The disk is full." }
    #expect(symbols(stage) == ["X", "Y", "Z"])
  }

  @Test("A refused name stays on its line with the reason")
  func refusedNames() async throws {
    let lists = try two()
    let stage = try await stage(lists, current: 1)
    stage.model.perform(.editList)
    _ = stage.model.edit(with: .character("r"))
    #expect(stage.state.edit?.prompt?.text == "A")
    _ = stage.model.edit(with: .control("u"))
    type("b", stage)
    _ = stage.model.edit(with: .enter)
    await stage.until { $0.edit?.prompt?.remark.contains("There is a list \"B\" already") == true }
    type("2", stage)
    _ = stage.model.edit(with: .enter)
    await stage.until { $0.listName == "b2" }
    #expect(lists.lists[0].name.text == "b2")
  }

  @Test("A list is deleted only after yes")
  func deletion() async throws {
    let lists = try two()
    let stage = try await stage(lists, current: 1)
    stage.model.perform(.editList)
    _ = stage.model.edit(with: .character("D"))
    _ = stage.model.edit(with: .enter)
    #expect(stage.state.message == "The list is kept.")
    _ = stage.model.edit(with: .character("D"))
    type("yes", stage)
    _ = stage.model.edit(with: .enter)
    await stage.until { $0.listName == "Core" && $0.rows.count == 2 }
    #expect(lists.lists.map(\.name.text) == ["B"])
  }

  @Test("The source's list is neither renamed nor moved in, and says so")
  func sourceList() async throws {
    let stage = try await stage(try two())
    stage.model.perform(.editList)
    for (key, words) in [
      ("r", "the source's"), ("J", "keeps the order"), ("d", "cannot be changed"), ("D", "the source's"),
    ] {
      _ = stage.model.edit(with: .character(Character(key)))
      #expect(stage.state.message?.contains(words) == true, "\(key)")
    }
    #expect(symbols(stage) == ["S1", "S2"])
  }

  @Test("What another program did to the list is shown")
  func elsewhere() async throws {
    let lists = try two()
    let stage = try await stage(lists, current: 1)
    lists.changeElsewhere {
      $0[0] = NamedList(id: $0[0].id, name: $0[0].name, instruments: Self.instruments("Q"))
    }
    await stage.until { $0.rows.map(\.id.text) == ["Q"] }
    lists.changeElsewhere { $0.removeFirst() }
    await stage.until { $0.listName == "Core" && $0.rows.count == 2 }
    #expect(stage.state.message == "The list was deleted by another tape.")
  }

  @Test("Kept prices are shown at once, stale, and leave when the source says newer ones")
  func keptQuotes() async throws {
    let stage = WatchlistStage(.failure(WatchlistError(sentence: "No network.")))
    let quote = Fixtures.quote(Fixtures.symbol("S1"), 12345)
    stage.model.keepQuotes(
      QuoteKeeping(
        instruments: Self.instruments("S1", "S2"), quotes: [quote], spacing: .seconds(5), keepList: { _ in },
        keepQuotes: { _ in }))
    stage.model.visibleRowsChanged(10)
    #expect(symbols(stage) == ["S1", "S2"])
    #expect(stage.state.rows[0].staleSince == quote.time)
    #expect(stage.state.rows[0].price != nil && stage.state.rows[0].flash == nil)
    #expect(stage.state.rows[1].price == nil)
    stage.model.onAppear()
    await stage.until { $0.message?.contains("No network.") == true }
    #expect(symbols(stage) == ["S1", "S2"])
  }

  @Test("A row that was refused says so, though a price of it is kept")
  func keptQuoteOfRefusedRow() async throws {
    let stage = WatchlistStage(
      .success(Self.instruments("S1", "S2")), .success(Self.instruments("S1", "S2", "S3")))
    let quotes = [Fixtures.quote(Fixtures.symbol("S1"), 12345), Fixtures.quote(Fixtures.symbol("S2"), 54321)]
    stage.model.keepQuotes(
      QuoteKeeping(
        instruments: [], quotes: quotes, spacing: .seconds(5), keepList: { _ in }, keepQuotes: { _ in }))
    stage.model.visibleRowsChanged(10)
    stage.model.onAppear()
    await stage.until { $0.rows.count == 2 }
    let refused = LiveQuote(absence: .rejected("the key is refused"))
    stage.quotes.send(QuoteBatch(changes: [Fixtures.symbol("S1"): refused], feed: .live, connections: 1))
    await stage.until { $0.rows[0].condition == .rejected("the key is refused") }
    // The list comes anew after a reconnect.
    stage.quotes.send(QuoteBatch(changes: [:], feed: .live, connections: 2))
    await stage.until { $0.rows.count == 3 }
    #expect(stage.state.rows[0].price == nil)
    #expect(stage.state.rows[0].condition == .rejected("the key is refused"))
    #expect(stage.state.rows[1].price != nil && stage.state.rows[1].staleSince != nil)
  }
}
