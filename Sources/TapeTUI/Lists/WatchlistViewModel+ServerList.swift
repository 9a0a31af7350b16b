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
        if let refusal = progress.refusal {
          say(refusal)
          // What was refused is taken back: the list is the server's again.
          if desk.shelf.currentID == nil { fetchList() }
        }
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

  private func tellServer(_ change: ServerListChange, _ desk: ListsDesk) {
    guard let editor = desk.serverList else { return }
    var instruments = viewState.rows.map { Instrument(symbol: $0.id, name: $0.name) }
    instruments.removeAll { $0.symbol == change.instrument.symbol }
    if change.adds {
      instruments.append(change.instrument)
      desk.restoring = .some(change.instrument.symbol)
    }
    show(instruments)
    let previous = desk.serverWriting
    desk.serverWriting = Task { [weak self] in
      await previous?.value
      do throws(ListError) {
        try await editor.change(change)
      } catch {
        self?.say(error.sentence)
        self?.fetchList()
      }
    }
  }
}
