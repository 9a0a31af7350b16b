import TapeDomain

/// What is typed while a list is edited: instruments to add, and names.
extension WatchlistViewModel {
  /// How long typing rests before the source is asked.
  static let searchRest = Duration.milliseconds(300)
  /// How many of the instruments that were found are shown.
  static let maximumFound = 8

  func ask(_ purpose: EditState.Purpose, text: String = "") {
    viewState.edit?.prompt = EditState.Prompt(purpose, text: text)
  }

  /// Does what a key asks for on the line.
  func answer(_ action: PromptAction) {
    guard var prompt = viewState.edit?.prompt, let desk else { return }
    switch action {
    case .insert(let character):
      guard prompt.text.count < EditState.Prompt.maximumLength else { return }
      prompt.text.append(character)
    case .deleteLast: if !prompt.text.isEmpty { prompt.text.removeLast() }
    case .clear: prompt.text = ""
    case .choose(let step):
      guard !prompt.found.isEmpty else { return }
      prompt.chosen = min(max(0, prompt.chosen + step), prompt.found.count - 1)
      viewState.edit?.prompt = prompt
      return
    case .accept: return accept(prompt, desk)
    case .cancel:
      desk.searching?.cancel()
      viewState.edit?.prompt = nil
      return
    }
    prompt.remark = ""
    if prompt.purpose == .add {
      prompt.found = []
      prompt.chosen = 0
    }
    viewState.edit?.prompt = prompt
    if prompt.purpose == .add { search(for: prompt.text, desk) }
  }

  private func accept(_ prompt: EditState.Prompt, _ desk: ListsDesk) {
    let text = prompt.text
    switch prompt.purpose {
    case .add: add(prompt, desk)
    case .create: make(text, desk)
    case .rename: rename(to: text, desk)
    case .delete:
      viewState.edit?.prompt = nil
      guard text.lowercased() == "yes" else {
        viewState.message = "The list is kept."
        return
      }
      delete(desk)
    }
  }

  // MARK: - Adding

  /// Asks the source once typing rests; a source that cannot be asked is answered by what is known here.
  private func search(for text: String, _ desk: ListsDesk) {
    desk.searching?.cancel()
    guard !text.isEmpty else { return }
    desk.searching = Task { [weak self, time] in
      do { try await time.sleep(for: Self.searchRest) } catch { return }
      var found = desk.known(matching: text, limit: Self.maximumFound)
      var remark = ""
      if let search = desk.search {
        do {
          found = try await search.instruments(matching: text)
        } catch is CancellationError {
          return
        } catch {
          remark = found.isEmpty ? "the source cannot be asked" : "known here; the source cannot be asked"
        }
      }
      guard !Task.isCancelled, let self else { return }
      showFound(found, of: text, remark: remark)
    }
  }

  private func showFound(_ found: [Instrument], of text: String, remark: String) {
    guard var prompt = viewState.edit?.prompt, prompt.purpose == .add, prompt.text == text else { return }
    learnNames(found)
    prompt.found = Array(found.prefix(Self.maximumFound))
    prompt.chosen = 0
    prompt.remark = found.isEmpty && remark.isEmpty ? "nothing found" : remark
    viewState.edit?.prompt = prompt
    changed()
  }

  /// Adds what was chosen, or the symbol as it was typed.
  private func add(_ prompt: EditState.Prompt, _ desk: ListsDesk) {
    desk.searching?.cancel()
    let typed = Symbol(prompt.text)
    let exact = prompt.found.first { $0.symbol == typed }
    let chosen = prompt.found.indices.contains(prompt.chosen) ? prompt.found[prompt.chosen] : nil
    guard
      let instrument = (prompt.chosen == 0 ? exact : nil) ?? chosen
        ?? typed.map({ Instrument(symbol: $0, name: desk.names[$0] ?? "") })
    else {
      viewState.edit?.prompt?.remark = "no symbol: 1 to 32 visible characters without space, comma or quote"
      return
    }
    viewState.edit?.prompt = nil
    guard desk.isHere else {
      viewState.message = Self.notHere
      return
    }
    guard desk.list != nil else { return addToServer(instrument, desk) }
    let place = viewState.selection.map { $0 + 1 }
    if change(.add(instrument, at: place), desk) { viewState.message = "Added \(instrument.symbol)." }
  }

  // MARK: - Lists

  private func make(_ text: String, _ desk: ListsDesk) {
    work(desk) { [weak self] () async throws(ListError) in
      let new = NewList(name: try ListName(text))
      let header = try await desk.repository.create([new], replacing: false).first
      let directory = try await desk.repository.directory()
      guard let self, let header else { return }
      desk.shelf.directory = directory
      switchList(to: .own(header.id))
      say("Made the list \"\(header.name)\": a adds to it.")
    }
  }

  private func rename(to text: String, _ desk: ListsDesk) {
    guard let id = desk.shelf.currentID else { return }
    work(desk) { [weak self] () async throws(ListError) in
      let name = try ListName(text)
      try await desk.repository.rename(id, to: name)
      desk.list?.name = name
      await self?.refreshDirectory()
    }
  }

  private func delete(_ desk: ListsDesk) {
    guard let id = desk.shelf.currentID else { return }
    let name = desk.shelf.currentName
    let next = desk.shelf.neighbour(-1)
    work(desk) { [weak self] () async throws(ListError) in
      // What is still being kept of the list comes first.
      await desk.writing?.value
      try await desk.repository.delete(id)
      let directory = try await desk.repository.directory()
      guard let self else { return }
      desk.shelf.directory = directory
      viewState.edit = nil
      switchList(to: next)
      say("Deleted the list \"\(name)\".")
    }
  }

  /// Does something to the lists; a refusal is shown beside what was typed, which stays.
  private func work(
    _ desk: ListsDesk, _ body: @escaping @MainActor () async throws(ListError) -> Void
  ) {
    Task { [weak self] in
      do throws(ListError) {
        try await body()
        self?.viewState.edit?.prompt = nil
      } catch {
        let sentence = TextSanitizer.clean(error.sentence)
        if self?.viewState.edit?.prompt != nil {
          self?.viewState.edit?.prompt?.remark = sentence
        } else {
          self?.viewState.message = sentence
        }
      }
      self?.changed()
    }
  }
}

extension ListsDesk {
  /// The instruments known here whose symbol or name has that text in it.
  func known(matching text: String, limit: Int) -> [Instrument] {
    let pattern = FindPattern(text)
    let matches = names.filter { symbol, name in
      pattern.isFound(in: Array(TextFold.folded(symbol.text).utf8))
        || pattern.isFound(in: Array(TextFold.folded(name).utf8))
    }
    return matches.sorted { $0.key < $1.key }.prefix(limit).map { Instrument(symbol: $0.key, name: $0.value) }
  }
}
