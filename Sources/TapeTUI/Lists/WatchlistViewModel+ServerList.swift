import TapeDomain

/// Changes of the list that the source keeps: shown here at once, told the source in order.
extension WatchlistViewModel {
  private static let unchangeable =
    "This list is the source's and cannot be changed: n makes one of your own."

  func watchServerList(_ desk: ListsDesk) {
    guard let editor = desk.serverList else { return }
    Task { [weak self] in
      for await progress in editor.progress() {
        guard let self else { return }
        viewState.unsent = progress.unsent
        if let message = progress.message { say(message) }
        if progress.isOutdated, desk.shelf.currentID == nil { fetchList() }
        changed()
      }
    }
  }

  func removeFromServer(_ symbol: Symbol, _ desk: ListsDesk) {
    guard desk.serverList != nil, let index = viewState.selection else { return sayUnchangeable() }
    let instrument = Instrument(symbol: symbol, name: viewState.rows[index].name)
    tellServer(ServerListChange(instrument, adds: false), desk)
    keepUndo(.add(instrument), desk)
    viewState.message = "Removed \(symbol): u brings it back."
  }

  func addToServer(_ instrument: Instrument, _ desk: ListsDesk) {
    guard desk.serverList != nil else { return sayUnchangeable() }
    guard book.index(of: instrument.symbol) == nil else {
      viewState.message = "\"\(instrument.symbol)\" is in the list already."
      return
    }
    tellServer(ServerListChange(instrument, adds: true), desk)
    keepUndo(.remove(instrument.symbol), desk)
    viewState.message = "Added \(instrument.symbol)."
  }

  func undoOnServer(_ edit: ListEdit, _ desk: ListsDesk) {
    switch edit {
    case .add(let instrument, _): tellServer(ServerListChange(instrument, adds: true), desk)
    case .remove(let symbol):
      tellServer(ServerListChange(Instrument(symbol: symbol, name: ""), adds: false), desk)
    case .move, .replace: return
    }
    viewState.message = "Undone."
  }

  private func sayUnchangeable() { viewState.message = Self.unchangeable }

  /// The changes that a list which is asked for from now on may lack; those made from now on are gathered.
  func changesUnsent() async -> [ServerListChange] {
    guard let desk, let editor = desk.serverList else { return [] }
    while true {
      // What is being kept is on its way to the editor.
      let writing = desk.serverWriting
      await writing?.value
      let unsent = await editor.unsent()
      if Task.isCancelled { return [] }
      guard writing == desk.serverWriting else { continue }
      desk.changesSinceAsked = []
      return unsent
    }
  }

  private func tellServer(_ change: ServerListChange, _ desk: ListsDesk) {
    guard let editor = desk.serverList else { return }
    let before = desk.sourceInstruments
    if change.adds { desk.restoring = .some(change.instrument.symbol) }
    // The list that is on its way comes all the same.
    replaceRows(with: [change].applied(to: before))
    if listTask != nil { desk.changesSinceAsked.append(change) }
    let previous = desk.serverWriting
    desk.serverWriting = Task { [weak self] in
      await previous?.value
      do throws(ListError) {
        try await editor.change(change)
      } catch {
        guard let self else { return }
        takeBack(change, from: before, desk)
        say(error.sentence)
      }
    }
  }

  /// Shows the list without a change that could not be kept.
  private func takeBack(_ change: ServerListChange, from before: [Instrument], _ desk: ListsDesk) {
    desk.changesSinceAsked.removeAll { $0 == change }
    guard desk.shelf.currentID == nil else { return }
    var list = desk.sourceInstruments
    let symbol = change.instrument.symbol
    if change.adds {
      list.removeAll { $0.symbol == symbol }
    } else if let place = before.firstIndex(where: { $0.symbol == symbol }),
      !list.contains(where: { $0.symbol == symbol })
    {
      list.insert(before[place], at: min(place, list.count))
    }
    replaceRows(with: list)
  }
}
