public import TapeDomain

/// Tells the watchlist in lines that are only ever appended, for screen readers, pipes and logs.
///
/// It compares each state with the one before it: a price that moved, a market that opened or closed, prices
/// that may be out of date and prices that are live again. A price that is not live is never told. The caller
/// decides how often it asks; what happened between two calls is told once, the newest value. No line has an
/// escape sequence.
public struct PlainRenderer: Sendable {
  private let zone: ClockZone
  private let typesetter: Typesetter
  private let threshold: MoveThreshold
  /// The prices that are told next however little they moved: the first ones after a doubt.
  private var isToldWhole = false
  private var told: [Symbol: Told] = [:]
  /// What was said of prices that may be out of date; nil while they are live.
  private var doubted: String?
  private var banner: String?
  private var message: String?
  private var source: SourceLabel?
  private var list: LoadState?

  /// What was last said of a row.
  private struct Told: Hashable, Sendable {
    var price: String?
    var money: Money?
    var condition: RowCondition
  }

  /// A renderer; lines begin with the time of day in `timeZone`, and a price is told again when it has moved by the
  /// threshold.
  public init(zone: ClockZone, width: DisplayWidth, isUnicode: Bool, threshold: MoveThreshold = .none) {
    self.threshold = threshold
    self.zone = zone
    typesetter = Typesetter(width: width, isUnicode: isUnicode)
  }

  /// The lines to append for a state, without line ends.
  ///
  /// - Parameters:
  ///   - now: The instant of the state, for the server's clock.
  ///   - wall: The local time, used until the server's clock is known.
  ///   - includingPrices: Whether prices that moved are told; else they are when they are asked for next.
  public mutating func lines(
    for state: WatchlistViewState, at now: Instant, wall: Timestamp, includingPrices: Bool = true
  ) -> [String] {
    var lines = sourceLines(state) + listLines(state) + freshnessLines(state) + marketLines(state)
    if includingPrices { lines += priceLines(state) }
    lines += messageLines(state)
    if lines.isEmpty { return [] }
    let time = clock(state.clock?.now(at: now) ?? wall)
    return lines.map { "\(time) \(typesetter.spelled($0))" }
  }

  /// Prices that are not real are called so before the first of them.
  private mutating func sourceLines(_ state: WatchlistViewState) -> [String] {
    defer { source = state.source }
    guard state.source != source, state.source.isSimulated else { return [] }
    return [[state.source.word, state.source.quality].filter { !$0.isEmpty }.joined(separator: " ")]
  }

  private mutating func listLines(_ state: WatchlistViewState) -> [String] {
    defer { list = state.list }
    guard state.list != list else { return [] }
    switch state.list {
    case .failed(let sentence): return [sentence]
    case .empty: return ["The list is empty."]
    case .loaded where state.visibleCount > 0 && state.rows.count > state.visibleCount:
      return ["The first \(state.visibleCount) of \(state.rows.count) instruments are watched."]
    case .loading, .loaded: return []
    }
  }

  private mutating func freshnessLines(_ state: WatchlistViewState) -> [String] {
    var lines: [String] = []
    if let banner = state.banner {
      let text = TextSanitizer.clean(banner.text, maximum: TextSanitizer.sentenceMaximum)
      let reason = TextSanitizer.clean(banner.reason, maximum: TextSanitizer.sentenceMaximum)
      let doubt = banner.subject.isEmpty ? Self.doubt : "\(banner.subject): prices may be out of date."
      if doubt != doubted { lines.append(doubt + (reason.isEmpty ? "" : " " + reason)) }
      if banner.text != self.banner, !text.contains(Self.doubt) { lines.append(text) }
      doubted = doubt
    } else if doubted != nil, state.link == .live, hasProof(state) {
      lines.append(Self.proof)
      isToldWhole = true
      doubted = nil
    }
    banner = state.banner?.text
    return lines
  }

  /// Whether some price is proven again; a list without prices has nothing to prove.
  private func hasProof(_ state: WatchlistViewState) -> Bool {
    let priced = state.rows.filter { $0.price != nil }
    return priced.isEmpty || priced.contains { $0.staleSince == nil }
  }

  private mutating func marketLines(_ state: WatchlistViewState) -> [String] {
    var groups: [(condition: RowCondition, symbols: [String])] = []
    for row in state.rows {
      let before = told[row.id]?.condition ?? .waiting
      guard row.condition != before else { continue }
      told[row.id, default: Told(condition: .waiting)].condition = row.condition
      // That a price has come is told by its price.
      guard Self.words(row.condition) != nil || before != .waiting, row.condition != .waiting else {
        continue
      }
      if let index = groups.firstIndex(where: { $0.condition == row.condition }) {
        groups[index].symbols.append(row.id.text)
      } else {
        groups.append((row.condition, [row.id.text]))
      }
    }
    return groups.map { "\($0.symbols.joined(separator: ", ")): \(Self.words($0.condition) ?? "OPEN")" }
  }

  private mutating func priceLines(_ state: WatchlistViewState) -> [String] {
    defer { isToldWhole = false }
    return state.rows.compactMap { row in
      guard let price = row.price?.text, row.staleSince == nil, price != told[row.id]?.price else {
        return nil
      }
      let last = row.spoken.last
      if !isToldWhole, let before = told[row.id]?.money, let last,
        !threshold.isReached(from: before, to: last)
      {
        return nil
      }
      told[row.id, default: Told(condition: row.condition)].price = price
      told[row.id]?.money = last
      let span = row.percent == nil || row.referenceKind != .rolling24h ? nil : "24h"
      return [row.id.text, price, row.percent?.text, span].compactMap { $0 }.joined(separator: " ")
    }
  }

  private mutating func messageLines(_ state: WatchlistViewState) -> [String] {
    defer { message = state.message }
    guard let text = state.message, !text.isEmpty, text != message else { return [] }
    return [TextSanitizer.clean(text, maximum: TextSanitizer.sentenceMaximum)]
  }

  private func clock(_ time: Timestamp) -> String {
    let civil = CivilTime(time, secondsFromUTC: zone.secondsFromUTC(at: time))
    return "\(civil.clock):\(CivilTime.padded(civil.second))"
  }

  private static let doubt = "Prices may be out of date."
  private static let proof = "Prices are live again."

  /// What is said of a market; nil for one that is simply open.
  private static func words(_ condition: RowCondition) -> String? {
    switch condition {
    case .none, .waiting, .delayed, .oneVenue, .polled: nil
    case .unknownSymbol: "unknown symbol"
    case .rejected(let reason):
      "refused, \(TextSanitizer.clean(reason, maximum: TextSanitizer.sentenceMaximum))"
    case .halted: "HALTED"
    case .auction: "AUCTION"
    case .closed: "CLOSED"
    case .pre: "PRE"
    case .post: "POST"
    }
  }
}
