import TapeDomain

/// Editing the list that is shown.
extension WatchlistViewModel {
  static let notHere = "The list is not here yet."

  /// Does what a key asks for while a list is edited; false for a key that does nothing here.
  func edit(with key: Key) -> Bool {
    if viewState.edit?.prompt != nil {
      guard let action = PromptKeys.action(for: key) else { return false }
      answer(action)
      changed()
      return true
    }
    guard let action = EditKeys.action(for: key) else { return false }
    viewState.message = nil
    perform(action)
    changed()
    return true
  }

  /// Begins to edit the list; its own order is shown meanwhile.
  func beginEdit() {
    guard let desk else {
      viewState.message = "There are no lists here."
      return
    }
    guard desk.isHere else {
      viewState.message = Self.notHere
      return
    }
    viewState.isHelpShown = false
    viewState.edit = EditState()
    desk.orderBeforeEdit = (viewState.order, viewState.isReversed)
    if viewState.order != .own || viewState.isReversed { setOrder(.own, isReversed: false) }
  }

  private func perform(_ action: EditAction) {
    guard let desk else { return }
    switch action {
    case .move, .create, .finish: break
    default:
      // The rows on the screen are those of the list before.
      guard desk.isHere else {
        viewState.message = Self.notHere
        return
      }
    }
    switch action {
    case .move(let action): perform(action)
    case .add: ask(.add)
    case .remove: remove(desk)
    case .undo: undo(desk)
    case .shift(let step): shift(by: step, desk)
    case .rename, .delete:
      guard desk.list != nil else {
        viewState.message =
          "This list is the source's: it is neither renamed nor deleted here. n makes one of your own."
        return
      }
      action == .rename ? ask(.rename, text: desk.shelf.currentName) : ask(.delete)
    case .create: ask(.create)
    case .finish: finishEdit(desk)
    }
  }

  private func finishEdit(_ desk: ListsDesk) {
    viewState.edit = nil
    desk.searching?.cancel()
    if let (order, isReversed) = desk.orderBeforeEdit {
      desk.orderBeforeEdit = nil
      if order != viewState.order || isReversed != viewState.isReversed {
        setOrder(order, isReversed: isReversed)
      }
    }
  }

  private func remove(_ desk: ListsDesk) {
    guard let symbol = selectedSymbol else {
      viewState.message = "The list is empty: a adds to it."
      return
    }
    guard desk.list != nil else { return removeFromServer(symbol, desk) }
    if change(.remove(symbol), desk) { viewState.message = "Removed \(symbol): u brings it back." }
  }

  private func undo(_ desk: ListsDesk) {
    guard desk.undoKey == desk.shelf.current, let edit = desk.undos.popLast() else {
      viewState.message = "There is nothing to undo."
      return
    }
    if desk.list == nil { return undoOnServer(edit, desk) }
    if change(edit, desk, isUndo: true) { viewState.message = "Undone." }
  }

  private func shift(by step: Int, _ desk: ListsDesk) {
    guard let symbol = selectedSymbol else { return }
    guard let list = desk.list else {
      viewState.message = "The source keeps the order of its list; one of your own takes any."
      return
    }
    guard let place = list.place(of: symbol), list.instruments.indices.contains(place + step) else { return }
    change(.move(symbol, to: place + step), desk)
  }

  /// Makes a change here at once, and has it kept; false when a rule says no, which is said.
  @discardableResult
  func change(_ edit: ListEdit, _ desk: ListsDesk, isUndo: Bool = false) -> Bool {
    guard var list = desk.list else { return false }
    do throws(ListError) {
      let inverse = try list.apply(edit)
      if !isUndo { keepUndo(inverse, desk) }
    } catch {
      viewState.message = TextSanitizer.clean(error.sentence)
      return false
    }
    let place = viewState.selection
    let first = viewState.firstVisible
    desk.list = list
    switch edit {
    case .add(let instrument, _): desk.restoring = .some(instrument.symbol)
    case .remove:
      // The next row takes the place of the one that is gone.
      let next = place.map { min($0, list.instruments.count - 1) } ?? 0
      if list.instruments.indices.contains(next) { desk.restoring = .some(list.instruments[next].symbol) }
    case .move, .replace: break
    }
    show(named(list.instruments, desk))
    if case .move = edit, let moved = viewState.selection {
      // The row moves, and not the list under it.
      move { $0.select(moved, firstVisible: first) }
    }
    desk.pending.append((list.id, edit))
    writePending(desk)
    return true
  }

  func keepUndo(_ edit: ListEdit, _ desk: ListsDesk) {
    if desk.undoKey != desk.shelf.current { desk.undos = [] }
    desk.undoKey = desk.shelf.current
    desk.undos.append(edit)
    if desk.undos.count > ListsDesk.maximumUndos { desk.undos.removeFirst() }
  }

  /// Keeps what was changed, in order, while the screen goes on; what cannot be kept is taken back and said.
  private func writePending(_ desk: ListsDesk) {
    guard desk.writing == nil else { return }
    desk.writing = Task { [weak self] in
      while let id = desk.pending.first?.id {
        let edits = desk.pending.prefix { $0.id == id }.map { $0.edit }
        desk.pending.removeFirst(edits.count)
        do throws(ListError) {
          try await desk.repository.change(id, edits)
        } catch {
          desk.pending.removeAll { $0.id == id }
          await self?.takeBack(id, desk, because: error)
        }
      }
      desk.writing = nil
      await self?.refreshDirectory()
    }
  }

  private func takeBack(_ id: ListID, _ desk: ListsDesk, because error: ListError) async {
    let kept: NamedList?
    do throws(ListError) { kept = try await desk.repository.list(id) } catch { kept = nil }
    if let kept, desk.shelf.currentID == id {
      desk.list = kept
      desk.undos = []
      show(named(kept.instruments, desk))
    }
    say(error.sentence)
  }

  /// Shows how many lists there are and what they are called, as it is kept.
  func refreshDirectory() async {
    guard let desk else { return }
    let directory: ListDirectory?
    do throws(ListError) { directory = try await desk.repository.directory() } catch { directory = nil }
    guard let directory else { return }
    desk.shelf.directory = directory
    showShelf(desk)
    changed()
  }
}
