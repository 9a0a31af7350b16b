import TapeDomain

/// Finding a row by its symbol or name.
extension WatchlistViewModel {
  /// Does what a key asks for while the line is open; nothing when it is not.
  public func edit(_ action: FindAction) {
    guard var line = viewState.find, let session = findSession else { return }
    switch action {
    case .insert(let character):
      guard line.text.count < FindLine.maximumLength else { return }
      line.text.append(character)
    case .deleteLast:
      if !line.text.isEmpty { line.text.removeLast() }
    case .clear:
      line.text = ""
    case .accept:
      closeFind(line, session)
      return changed()
    case .cancel:
      viewState.find = nil
      findSession = nil
      returnToOrigin(of: session)
      return changed()
    }
    viewState.find = line
    showMatch(from: session)
    changed()
  }

  /// Opens the line.
  func openFind() {
    viewState.isHelpShown = false
    viewState.find = FindLine()
    findSession = FindSession(
      origin: viewState.selection.map { viewState.rows[$0].id }, firstVisible: scroll.firstVisible)
  }

  /// Selects the next match of the text that was found last, or the previous one with a `step` of -1.
  func findAgain(step: Int) {
    guard !viewState.isHelpShown, let selection = viewState.selection else { return }
    guard let pattern = found else {
      viewState.message = "Nothing was looked for yet: / finds by symbol or name."
      return
    }
    guard let match = finder.match(pattern, in: viewState.rows, from: selection + step, step: step) else {
      return sayNoMatch(of: pattern)
    }
    if match == selection {
      viewState.message = "The only match."
    } else if (match > selection) != (step > 0) {
      viewState.message = step > 0 ? "On from the top." : "On from the end."
    }
    move { $0.select(match) }
  }

  /// Another list has come: the line selects in it what it would have selected, had it been typed now.
  func reviewFind() {
    guard viewState.find != nil, let session = findSession else { return }
    showMatch(from: session)
  }

  /// Selects the first match at or after the row where finding began, around the end; without one, that row.
  private func showMatch(from session: FindSession) {
    let pattern = FindPattern(viewState.find?.text ?? "")
    let start = session.origin.flatMap(book.index) ?? viewState.selection ?? 0
    if let match = finder.match(pattern, in: viewState.rows, from: start) {
      viewState.find?.hasNoMatch = false
      move { $0.select(match) }
    } else {
      viewState.find?.hasNoMatch = !pattern.isEmpty
      returnToOrigin(of: session)
    }
  }

  private func closeFind(_ line: FindLine, _ session: FindSession) {
    viewState.find = nil
    findSession = nil
    let pattern = FindPattern(line.text)
    guard !pattern.isEmpty else { return }
    found = pattern
    if line.hasNoMatch { sayNoMatch(of: pattern) }
  }

  private func returnToOrigin(of session: FindSession) {
    guard let index = session.origin.flatMap(book.index) else { return }
    move { $0.select(index, firstVisible: session.firstVisible) }
  }

  private func sayNoMatch(of pattern: FindPattern) {
    viewState.message = "No match for \"\(TextSanitizer.clean(pattern.text))\"."
  }
}
