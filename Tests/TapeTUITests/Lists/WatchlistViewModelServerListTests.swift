import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor
@Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelServerListTests {
  nonisolated private static func instruments(_ symbols: String...) -> [Instrument] {
    symbols.map { Instrument(symbol: Fixtures.symbol($0), name: "Name of \($0)") }
  }

  nonisolated private static func removal(_ symbol: String) -> ServerListChange {
    ServerListChange(instruments(symbol)[0], adds: false)
  }

  private func model(
    _ server: FakeServerList, lists: FakeLists, clock: ManualClock, kept: [Instrument] = [],
    unsent: [ServerListChange] = []
  ) async throws -> WatchlistViewModel {
    let model = WatchlistViewModel(
      listName: "Core", source: SourceLabel(word: "", quality: "q.example", isSimulated: false),
      watchlist: server, watch: FakeWatchQuotes(), time: clock.source, tick: .milliseconds(250),
      locale: Locale(identifier: "en_US"), retryLink: {})
    let shelf = ListShelf(
      source: .source("s"), sourceName: "Core", directory: try await lists.directory(), current: nil)
    model.openLists(
      ListsSetup(
        repository: lists, search: nil, serverList: server, shelf: shelf, list: nil, memory: nil, order: .own,
        unsent: unsent))
    model.keepQuotes(
      QuoteKeeping(
        instruments: kept, quotes: [], spacing: .seconds(5), keepList: { _ in }, keepQuotes: { _ in }))
    model.visibleRowsChanged(10)
    return model
  }

  private func until(_ model: WatchlistViewModel, _ isReached: @MainActor (WatchlistViewState) -> Bool) async
  {
    while !isReached(model.viewState), !Task.isCancelled { await Task.yield() }
  }

  private func symbols(_ model: WatchlistViewModel) -> [String] { model.viewState.rows.map(\.id.text) }

  @Test(
    "A list that the server gave before it was told of changes is shown with them, though they are told by now"
  )
  func toldMeanwhile() async throws {
    let server = FakeServerList(unsent: [Self.removal("A"), Self.removal("B")])
    let model = try await model(server, lists: try FakeLists(), clock: ManualClock())
    model.onAppear()
    await server.asked()
    server.tellAll()
    await until(model) { $0.unsent.isEmpty }
    server.answer(Self.instruments("B", "C", "D"))
    await until(model) { $0.list == .loaded }
    #expect(symbols(model) == ["C", "D"])
  }

  @Test("A change that is made while the list is on its way is in it, told or not", arguments: [false, true])
  func madeMeanwhile(isTold: Bool) async throws {
    let server = FakeServerList()
    let model = try await model(
      server, lists: try FakeLists(), clock: ManualClock(), kept: Self.instruments("A", "B", "C"))
    model.onAppear()
    await server.asked()
    model.perform(.editList)
    _ = model.edit(with: .character("d"))
    #expect(symbols(model) == ["B", "C"])
    if isTold {
      while await server.unsent().isEmpty, !Task.isCancelled { await Task.yield() }
      server.tellAll()
    }
    server.answer(Self.instruments("A", "B", "C", "D"))
    await until(model) { $0.rows.count >= 3 }
    #expect(symbols(model) == ["B", "C", "D"])
  }

  @Test("A start without a network shows the kept list with the changes that were not told")
  func keptList() async throws {
    let unsent = [Self.removal("A"), ServerListChange(Self.instruments("N")[0], adds: true)]
    let server = FakeServerList(unsent: unsent)
    let model = try await model(
      server, lists: try FakeLists(), clock: ManualClock(), kept: Self.instruments("A", "B"), unsent: unsent)
    #expect(symbols(model) == ["B", "N"])
    #expect(model.viewState.unsent == [Fixtures.symbol("A"), Fixtures.symbol("N")])
  }

  @Test("A change that cannot be kept is taken back without the server as well")
  func takenBack() async throws {
    let server = FakeServerList()
    server.goOffline()
    server.fail(with: ListError(.storage, "The disk is full."))
    let model = try await model(
      server, lists: try FakeLists(), clock: ManualClock(), kept: Self.instruments("A", "B", "C"))
    model.onAppear()
    await until(model) { $0.message?.contains("No network.") == true }
    model.perform(.selectNext)
    model.perform(.editList)
    _ = model.edit(with: .character("d"))
    #expect(symbols(model) == ["A", "C"])
    await until(model) { $0.message == "The disk is full." }
    #expect(symbols(model) == ["A", "B", "C"])
  }

  @Test("A key that comes before a new list is shown does nothing to the server's")
  func early() async throws {
    let server = FakeServerList()
    let lists = try FakeLists()
    let model = try await model(
      server, lists: lists, clock: ManualClock(), kept: Self.instruments("A", "B", "C"))
    model.perform(.editList)
    _ = model.edit(with: .character("n"))
    for character in "New" { _ = model.edit(with: .character(character)) }
    _ = model.edit(with: .enter)
    await until(model) { _ in model.desk?.shelf.currentID != nil }
    _ = model.edit(with: .character("d"))
    await until(model) { $0.listName == "New" }
    #expect(await server.unsent().isEmpty)
    #expect(lists.lists.map(\.name.text) == ["New"])
  }
}
