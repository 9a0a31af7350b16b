import TapeDomain

/// The user's lists beside the source's: which one is shown, and how each is left.
extension WatchlistViewModel {
  /// How long a list rests before it is kept how it is left.
  static let memoryRest = Duration.seconds(2)

  /// Begins with those lists; to be called before ``onAppear()``.
  public func openLists(_ setup: ListsSetup) {
    let desk = ListsDesk(setup)
    self.desk = desk
    desk.list = setup.list
    restore(setup.memory, desk)
    viewState.unsent = Set(setup.unsent.map(\.instrument.symbol))
    showShelf(desk)
    desk.watching = Task { [weak self] in
      for await _ in setup.repository.foreignChanges() {
        guard let self else { return }
        await reviewLists()
      }
    }
    watchServerList(desk)
  }

  /// Keeps how the list is left, once every change is kept; the program ends after it.
  public func closeLists() async {
    guard let desk else { return }
    desk.searching?.cancel()
    desk.remembering?.cancel()
    await desk.writing?.value
    await desk.serverWriting?.value
    await desk.repository.remember(memory, of: desk.shown)
  }

  /// Shows the next list, or the one before with a `step` of -1.
  func showNeighbour(_ step: Int) {
    guard let desk else { return sayNoLists() }
    let key = desk.shelf.neighbour(step)
    if key == desk.shelf.current {
      viewState.message = "This is the only list: e, then n makes one."
      return
    }
    switchList(to: key)
  }

  /// Shows the list of that number, from 1.
  func showList(number: Int) {
    guard let desk else { return sayNoLists() }
    guard let key = desk.shelf.list(number: number) else {
      let count = desk.shelf.keys.count
      viewState.message = "There is no list \(number): there \(count == 1 ? "is 1" : "are \(count)")."
      return
    }
    if key != desk.shelf.current { switchList(to: key) }
  }

  /// Shows another list as it was left; this one is kept how it is left.
  func switchList(to key: ListKey) {
    guard let desk else { return }
    // Lists that were only passed on the way here were never shown.
    let left = desk.shown == desk.shelf.current ? memory : nil
    let leftKey = desk.shown
    desk.remembering?.cancel()
    desk.remembering = nil
    desk.shelf.current = key
    desk.list = nil
    desk.undos = []
    listTask?.cancel()
    listTask = Task { [weak self] in
      if let left { await desk.repository.remember(left, of: leftKey) }
      let memory = await desk.repository.memory(of: key)
      let list = await desk.load(key)
      guard !Task.isCancelled, let self, desk.shelf.current == key else { return }
      showSwitched(list, memory, desk)
    }
  }

  /// Shows the list that was switched to, or why it cannot be read.
  private func showSwitched(_ list: Result<NamedList, ListError>?, _ memory: ListMemory?, _ desk: ListsDesk) {
    listTask = nil
    restore(memory, desk)
    if viewState.edit != nil {
      desk.orderBeforeEdit = (viewState.order, viewState.isReversed)
      (viewState.order, viewState.isReversed) = (.own, false)
    }
    desk.shown = desk.shelf.current
    showShelf(desk)
    switch list {
    case .success(let list):
      desk.list = list
      show(named(list.instruments, desk))
      if let sentence = desk.elsewhere(list.name) { say(sentence) }
    case .failure(let error):
      replaceRows(with: [])
      viewState.list = .failed(TextSanitizer.clean(error.sentence))
      changed()
    case nil:
      let restoring = desk.restoring
      replaceRows(with: desk.sourceInstruments)
      if desk.sourceInstruments.isEmpty {
        viewState.list = .loading
        desk.restoring = restoring
      }
      changed()
      fetchList()
    }
  }

  /// The most symbols of other sources whose names are asked for at once.
  private static let mostRoutes = 50

  /// Asks the source once what the instruments of its list are called, where a list of the user's does not say it, and the
  /// sources that symbols name what those are called.
  func fetchNames() {
    let unnamed = viewState.rows.filter(\.name.isEmpty).map(\.id)
    guard let desk, desk.naming == nil, desk.shelf.currentID != nil, !unnamed.isEmpty else { return }
    let routed = unnamed.filter { $0.text.contains(SymbolRoute.sign) }.prefix(Self.mostRoutes)
    let asksSource = desk.sourceInstruments.isEmpty && !desk.hasAskedNames
    guard asksSource || !routed.isEmpty else { return }
    desk.hasAskedNames = true
    desk.naming = Task { [weak self, watchlist] in
      defer { desk.naming = nil }
      // Names are worth one try: the list itself is tried for when it is shown.
      var instruments = asksSource ? (try? await watchlist.instruments()) ?? [] : []
      for symbol in routed where !Task.isCancelled {
        let found = try? await desk.search?.instruments(matching: symbol.text)
        instruments += found?.filter { $0.symbol == symbol } ?? []
      }
      guard !Task.isCancelled, !instruments.isEmpty, let self else { return }
      learnNames(instruments)
      if let list = desk.list, desk.isHere { replaceRows(with: named(list.instruments, desk)) }
    }
  }

  /// Fetches the user's list that is shown; false while it is the source's.
  func fetchOwnList() -> Bool {
    guard let desk, let id = desk.shelf.currentID else { return false }
    listTask?.cancel()
    if let list = desk.list {
      show(named(list.instruments, desk))
      fetchNames()
      return true
    }
    listTask = Task { [weak self] in
      let result: Result<NamedList, ListError>
      do throws(ListError) {
        result = .success(try await desk.repository.list(id))
      } catch {
        result = .failure(error)
      }
      guard !Task.isCancelled, let self, desk.shelf.currentID == id else { return }
      switch result {
      case .success(let list):
        desk.list = list
        show(named(list.instruments, desk))
      case .failure(let error):
        listTask = nil
        viewState.list = .failed(TextSanitizer.clean(error.sentence))
        changed()
      }
    }
    return true
  }

  /// Notes that the list may be left in another way soon.
  func noteMemory() {
    guard let desk, desk.remembering == nil else { return }
    desk.remembering = Task { [weak self, time] in
      do { try await time.sleep(for: Self.memoryRest) } catch { return }
      guard !Task.isCancelled, let self else { return }
      desk.remembering = nil
      let memory = memory
      guard memory != desk.remembered, !viewState.rows.isEmpty else { return }
      desk.remembered = memory
      await desk.repository.remember(memory, of: desk.shown)
    }
  }

  /// The instruments with the names that are known; those that were seen are remembered.
  func named(_ instruments: [Instrument], _ desk: ListsDesk) -> [Instrument] {
    instruments.map { instrument in
      guard instrument.name.isEmpty, let name = desk.names[instrument.symbol] else { return instrument }
      return Instrument(symbol: instrument.symbol, name: name)
    }
  }

  /// Takes notice of what instruments are called.
  func learnNames(_ instruments: [Instrument]) {
    guard let desk else { return }
    for instrument in instruments where !instrument.name.isEmpty {
      desk.names[instrument.symbol] = instrument.name
    }
  }

  func showShelf(_ desk: ListsDesk) {
    viewState.listName = TextSanitizer.clean(desk.shelf.currentName)
    viewState.listPlace = desk.shelf.place
  }

  /// How the list that is shown would be left now.
  private var memory: ListMemory {
    let order = desk?.orderBeforeEdit ?? (viewState.order, viewState.isReversed)
    return ListMemory(
      selected: selectedSymbol, order: order.0 == .own ? nil : order.0.rawValue, isReversed: order.1)
  }

  private func restore(_ memory: ListMemory?, _ desk: ListsDesk) {
    viewState.order = memory.map { $0.order.flatMap { RowOrder(rawValue: $0) } ?? .own } ?? desk.order
    viewState.isReversed = memory?.isReversed ?? false
    desk.orderBeforeEdit = nil
    desk.restoring = .some(memory?.selected)
    desk.remembered = memory
  }

  private func sayNoLists() {
    viewState.message = "There are no lists here."
  }

  /// Another program changed the lists.
  func reviewLists() async {
    guard let desk else { return }
    await desk.serverList?.review()
    // What is being kept here would be read in the middle.
    guard desk.writing == nil else { return }
    do throws(ListError) {
      let directory = try await desk.repository.directory()
      let current = desk.shelf.current
      var list: NamedList?
      if case .own(let id) = current, directory.headers.contains(where: { $0.id == id }) {
        list = try await desk.repository.list(id)
      }
      guard desk.writing == nil, desk.shelf.current == current else { return }
      desk.shelf.directory = directory
      if !desk.shelf.keys.contains(current) {
        viewState.edit = nil
        switchList(to: desk.shelf.source)
        viewState.message = "The list was deleted by another tape."
      } else if let list, list != desk.list {
        desk.list = list
        desk.undos = []
        show(named(list.instruments, desk))
      }
      showShelf(desk)
      changed()
    } catch {
      say(error.sentence)
    }
  }
}
