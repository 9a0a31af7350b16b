import TapeDomain

/// The header: program, list, range and order on the left; link, PAUSED, source and tick on the right. Never a clock.
///
/// When there is little room, the pieces leave in the order of ``Piece``, last one first; the link's state
/// stays to the end, and the word of a simulated source with it.
struct HeaderLine: Sendable {
  /// The pieces, most needed first.
  private enum Piece: Int, CaseIterable {
    case link, paused, source, recorded, editing, list, order, program, range, quality, tick
  }

  /// The columns between two pieces.
  static let gap = 2

  private var pieces: [Piece: Segment] = [:]
  private let typesetter: Typesetter
  private let isReplay: Bool

  /// The header of a state that shows the rows of `visible`.
  init(
    _ state: WatchlistViewState, visible: Range<Int>, typesetter: Typesetter, zone: ClockZone = .utc
  ) {
    self.typesetter = typesetter
    isReplay = state.replay != nil
    if let replay = state.replay {
      // The word LIVE never stands on a replay, not even where the recorded link was.
      let offset = zone.secondsFromUTC(at: replay.time)
      pieces[.link] = Segment(ReplayLine.header(replay, secondsFromUTC: offset), .simulated)
      pieces[.recorded] = Segment("link was \(state.link.rawValue.lowercased())", .muted)
    } else {
      let glyph = typesetter.glyphs.link(state.link)
      pieces[.link] = Segment("\(glyph) \(state.link.rawValue)", state.link == .live ? .live : .warning)
    }
    if state.isPaused { pieces[.paused] = Segment("PAUSED", .warning) }
    pieces[.order] = Self.order(of: state).map { Segment($0, .muted) }
    pieces[.program] = Segment("tape", .accent)
    if !state.listName.isEmpty {
      let place = state.listPlace.map { " " + $0 } ?? ""
      pieces[.list] = Segment(typesetter.cut(state.listName, to: 24) + place)
    }
    let unsent = state.unsent.isEmpty ? [] : ["\(state.unsent.count) unsent"]
    let editing = (state.edit == nil ? [] : ["EDIT"]) + unsent
    if !editing.isEmpty { pieces[.editing] = Segment(editing.joined(separator: ", "), .attention) }
    if !visible.isEmpty {
      let text = "\(visible.lowerBound + 1)-\(visible.upperBound) of \(state.rows.count)"
      pieces[.range] = Segment(text, .muted)
    }
    let role: Style.Role = state.source.isSimulated ? .simulated : .muted
    // A source without a word of its own is known by its quality.
    let words = state.source.words.map(typesetter.spelled)
    if let first = words.first { pieces[.source] = Segment(first, role) }
    if words.count == 2 { pieces[.quality] = Segment(words[1], role) }
    pieces[.tick] = Segment("tick \(Self.words(for: state.tick))", .muted)
  }

  /// The pieces that fit into so many columns, on the left and on the right.
  func fitting(_ columns: Int) -> (left: [Segment], right: [Segment]) {
    let kept = Piece.allCases.filter { pieces[$0] != nil }
    let count = kept.indices.last { taken(by: kept[...$0]) <= columns }.map { $0 + 1 } ?? 1
    let shown = Set(kept.prefix(count))
    if !shown.contains(.source), let least = simulated(in: columns) { return ([], least) }
    func segments(_ order: [Piece]) -> [Segment] {
      order.filter(shown.contains).compactMap { pieces[$0] }
    }
    let source = segments([.source, .quality])
    let words = source.first.map { Segment(source.map(\.text).joined(separator: " "), $0.role) }
    let right = segments([.link, .recorded, .paused]) + (words.map { [$0] } ?? []) + segments([.tick])
    return (segments([.program, .list, .editing, .range, .order]), right)
  }

  /// The order of the rows in words; nil for the list's own.
  private static func order(of state: WatchlistViewState) -> String? {
    let words = state.order == .own ? nil : "by \(state.order.rawValue)"
    return state.isReversed ? (words.map { $0 + ", reversed" } ?? "reversed") : words
  }

  /// The link's state, cut, PAUSED, and the word of a simulated source, which stay on the narrowest screen.
  private func simulated(in columns: Int) -> [Segment]? {
    guard !isReplay, var link = pieces[.link], let source = pieces[.source], source.role == .simulated else {
      return nil
    }
    let others = [pieces[.paused], source].compactMap { $0 }
    let taken = others.reduce(0) { $0 + Self.gap + typesetter.columns($1.text) }
    link.text = typesetter.cut(link.text, to: columns - taken)
    return (link.text.isEmpty ? [] : [link]) + others
  }

  private static func words(for tick: Duration) -> String {
    let (seconds, rest) = tick.wholeMilliseconds.quotientAndRemainder(dividingBy: 1000)
    return rest == 0 && seconds > 0 ? "\(seconds) s" : "\(tick.wholeMilliseconds) ms"
  }

  private func taken(by kept: ArraySlice<Piece>) -> Int {
    kept.reduce(-Self.gap) { sum, piece in
      sum + typesetter.width.columns(of: pieces[piece]?.text ?? "") + Self.gap
    }
  }
}
