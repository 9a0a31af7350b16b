import TapeDomain

/// Puts what several sources say together to what one repository would say; a struct without a clock.
struct RouteMerge {
  /// What is known of one source.
  private struct Leg {
    let leg: RouteLeg
    var title: String
    var quality: PriceQuality
    var status = FeedStatus.connecting
    var connections = 0
    var label: FeedSource?
    /// The rows that have a price.
    var priced: Set<Symbol> = []
  }

  private var legs: [String: Leg] = [:]
  private var said: FeedStatus?
  /// The sources that could be opened.
  private var opened: Set<String> = []

  /// A merge of those legs.
  init(_ legs: [String: RouteLeg]) {
    self.legs = legs.reduce(into: [:]) { table, entry in
      table[entry.key] = Leg(leg: entry.value, title: entry.key, quality: .asSource)
    }
  }

  /// What the header says of the list's sources; nil while there is one alone that says it of itself.
  var source: FeedSource? {
    guard opened.count > 1 else { return opened.first.flatMap { legs[$0]?.label } }
    let titles = opened.compactMap { legs[$0]?.title }.sorted()
    return FeedSource(name: "MIXED", quality: titles.joined(separator: ", "), isSimulated: false)
  }

  /// A source was opened.
  mutating func opened(_ name: String, _ source: RoutedSource) -> [QuoteEvent] {
    legs[name]?.title = source.title
    legs[name]?.quality = source.quality
    legs[name]?.label = source.label
    opened.insert(name)
    return self.source.map { [.source($0)] } ?? []
  }

  /// A source cannot be opened: its rows say why, and it counts no more.
  mutating func failed(_ name: String, _ reason: String) -> [QuoteEvent] {
    guard let leg = legs.removeValue(forKey: name) else { return [] }
    return leg.leg.allRows.sorted().map { .absent($0, .rejected(reason)) } + statusChange()
  }

  /// What a source said, in the words of the list.
  mutating func take(_ events: [QuoteEvent], of name: String) -> [QuoteEvent] {
    var merged: [QuoteEvent] = []
    for event in events {
      guard let leg = legs[name] else { return merged }
      switch event {
      case .quote(var quote):
        if legs.count > 1, quote.quality == .asSource { quote.quality = leg.quality }
        for row in leg.leg.rows(of: quote.symbol) {
          legs[name]?.priced.insert(row)
          var renamed = quote
          renamed.symbol = row
          merged.append(.quote(renamed))
        }
      case .interrupted(let symbols):
        merged.append(.interrupted(Set(symbols.flatMap { leg.leg.rows(of: $0) })))
      case .absent(let symbol, let absence):
        merged += leg.leg.rows(of: symbol).map { .absent($0, absence) }
      case .feed(let status):
        legs[name]?.status = status
        if case .refused(let reason) = status, legs.count > 1 {
          // The others go on; its rows say why they do not.
          let unpriced = leg.leg.allRows.filter { !leg.priced.contains($0) }.sorted()
          merged += unpriced.map { .absent($0, .rejected(reason)) }
          merged.append(.notice("\(leg.title): \(reason)"))
        }
        merged += statusChange()
      case .connections(let count):
        legs[name]?.connections = count
        merged.append(.connections(legs.values.reduce(0) { $0 + $1.connections }))
      case .source(let source):
        legs[name]?.quality = source.rowQuality
        legs[name]?.label = source
        merged.append(.source(self.source ?? source))
      case .notice(let text): merged.append(.notice("\(leg.title): \(text)"))
      // Each source has its own clock; ages of a mixed list count on this machine's.
      case .clock: if legs.count == 1 { merged.append(event) }
      }
    }
    return merged
  }

  /// The status of all: the worst of them, which says whose it is.
  private mutating func statusChange() -> [QuoteEvent] {
    let all = legs.sorted { $0.key < $1.key }.map(\.value)
    // Who refuses us is named in its own rows, as long as others do not.
    let asked = all.filter { Self.rank($0.status) < Self.refusal }
    let worst = (asked.isEmpty ? all : asked).max { Self.rank($0.status) < Self.rank($1.status) }
    guard let worst else { return [] }
    let status = legs.count == 1 ? worst.status : Self.named(worst.status, worst.title)
    guard status != said else { return [] }
    said = status
    return [.feed(status)]
  }

  private static let refusal = 5

  private static func rank(_ status: FeedStatus) -> Int {
    switch status {
    case .live: 0
    case .suspended: 1
    case .connecting: 2
    case .late: 3
    case .reconnecting: 4
    case .refused: refusal
    }
  }

  private static func named(_ status: FeedStatus, _ title: String) -> FeedStatus {
    switch status {
    case .reconnecting(let attempt, let retryAt, let since, let reason):
      .reconnecting(attempt: attempt, retryAt: retryAt, since: since, reason: "\(title): \(reason)")
    case .refused(let reason): .refused(reason: "\(title): \(reason)")
    default: status
    }
  }
}
