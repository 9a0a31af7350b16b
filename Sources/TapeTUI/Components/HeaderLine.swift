import TapeDomain

/// The header: program, list, range and order on the left; link, PAUSED, source and tick on the right. Never a clock.
///
/// When there is little room, the pieces leave in the order of ``Piece``, last one first, and none leaves for which
/// there is room; the link's state stays to the end, and the word of a simulated source with it.
struct HeaderLine: Sendable {
  /// The pieces, most needed first.
  private enum Piece: Int, CaseIterable {
    case link, paused, source, recorded, subject, editing, listStart, quality, list, order, range, program,
      tick
  }

  /// The columns between two pieces.
  static let gap = 2
  /// The columns of the longest name of a list, and of what is left of one where there is little room.
  private static let listName = (most: 24, least: 8)

  private var pieces: [Piece: Segment] = [:]
  private let typesetter: Typesetter
  private let isReplay: Bool
  /// The name of the list, cut more and more, and the quality in fewer words.
  private var shorter: [Piece: [Segment]] = [:]

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
      // Whose state it is, where the list mixes several sources.
      let subject = typesetter.spelled(state.source.subject)
      if !subject.isEmpty { pieces[.subject] = Segment(subject, .warning) }
    }
    if state.isPaused { pieces[.paused] = Segment("PAUSED", .warning) }
    pieces[.order] = Self.order(of: state).map { Segment($0, .muted) }
    pieces[.program] = Segment("tape", .accent)
    if !state.listName.isEmpty {
      let place = state.listPlace.map { " " + $0 } ?? ""
      let forms = stride(from: Self.listName.most, through: Self.listName.least, by: -1).map {
        Segment(typesetter.cut(state.listName, to: $0) + place)
      }
      pieces[.list] = forms[0]
      shorter[.list] = Array(forms.dropFirst())
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
    if words.count == 2 {
      pieces[.quality] = Segment(words[1], role)
      let short = typesetter.spelled(state.source.shortQuality)
      if !state.source.isSimulated, short != words[1] { shorter[.quality] = [Segment(short, role)] }
    }
    pieces[.tick] = Segment("tick \(Self.words(for: state.tick))", .muted)
  }

  /// The pieces that fit into so many columns, on the left and on the right.
  func fitting(_ columns: Int) -> (left: [Segment], right: [Segment]) {
    if taken(by: pieces) <= columns { return (left(pieces), right(pieces)) }
    var shown: [Piece: Segment] = [:]
    shown[.link] = pieces[.link]
    for piece in Piece.allCases {
      guard piece != .quality || shown[.source] != nil else { continue }
      for (piece, form) in forms(of: piece) {
        let more = shown.merging([piece: form]) { $1 }
        guard taken(by: more) <= columns else { continue }
        shown = more
        break
      }
    }
    if shown[.source] == nil, let least = simulated(in: columns) { return ([], least) }
    return (left(shown), right(shown))
  }

  private func left(_ shown: [Piece: Segment]) -> [Segment] {
    [.program, .list, .editing, .range, .order].compactMap { shown[$0] }
  }

  private func right(_ shown: [Piece: Segment]) -> [Segment] {
    let groups: [[Piece]] = [[.link, .subject], [.recorded], [.paused], [.source, .quality], [.tick]]
    return groups.compactMap { group in
      let parts = group.compactMap { shown[$0] }
      return parts.first.map { Segment(parts.map(\.text).joined(separator: " "), $0.role) }
    }
  }

  /// How a piece may be drawn, the fullest way first.
  private func forms(of piece: Piece) -> [(Piece, Segment)] {
    // The shortest name of the list is needed more than words that the source is known by too, the rest of it less.
    if piece == .listStart { return (shorter[.list]?.last).map { [(.list, $0)] } ?? [] }
    return ((pieces[piece].map { [$0] } ?? []) + (shorter[piece] ?? [])).map { (piece, $0) }
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

  private func taken(by shown: [Piece: Segment]) -> Int {
    (left(shown) + right(shown)).reduce(-Self.gap) { $0 + typesetter.columns($1.text) + Self.gap }
  }
}
