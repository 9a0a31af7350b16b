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

    /// A sentence about the source, which names it once.
    func naming(_ sentence: String) -> String {
      sentence.hasPrefix(title) ? sentence : "\(title): \(sentence)"
    }
  }

  private var legs: [String: Leg] = [:]
  private var said: FeedStatus?
  /// Whose state was said; empty when it was that of all.
  private var subjects: [String] = []
  /// Why sources cannot be opened, by their names.
  private var failures: [String: String] = [:]
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
    return FeedSource(
      name: "MIXED", quality: titles.joined(separator: ", "), isSimulated: false, parts: titles,
      subjects: subjects)
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
    failures[name] = reason
    let rows = leg.leg.allRows.sorted().map { QuoteEvent.absent($0, .rejected(reason)) }
    let change = statusChange()
    if legs.isEmpty, opened.isEmpty {
      // None of the sources says of itself what it is.
      let name = failures.count == 1 ? name.uppercased() : "MIXED"
      return rows + [.source(FeedSource(name: name, quality: "", isSimulated: false))] + change
    }
    return rows + (isRefused ? [] : [.notice(reason)]) + change
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
        let said = refusal(of: leg).flatMap { absence == .waiting ? .rejected($0) : nil } ?? absence
        merged += leg.leg.rows(of: symbol).map { .absent($0, said) }
      case .feed(let status):
        legs[name]?.status = status
        let change = statusChange()
        if let refused = legs[name], let reason = refusal(of: refused) {
          let unpriced = leg.leg.allRows.filter { !leg.priced.contains($0) }.sorted()
          merged += unpriced.map { .absent($0, .rejected(reason)) }
          if !isRefused { merged.append(.notice(leg.naming(reason))) }
        }
        merged += change
      case .connections(let count):
        legs[name]?.connections = count
        merged.append(.connections(legs.values.reduce(0) { $0 + $1.connections }))
      case .source(let source):
        legs[name]?.quality = source.rowQuality
        legs[name]?.label = source
        merged.append(.source(self.source ?? source))
      case .notice(let text): merged.append(.notice(leg.naming(text)))
      // Each source has its own clock; ages of a mixed list count on this machine's.
      case .clock: if legs.count == 1 { merged.append(event) }
      }
    }
    return merged
  }

  /// The status of all: the worst of them, and whose it is.
  private mutating func statusChange() -> [QuoteEvent] {
    let all = legs.sorted { $0.key < $1.key }.map(\.value)
    // Who refuses us is named in its own rows, as long as others do not.
    let asked = all.filter { Self.rank($0.status) < Self.refusal }
    guard let worst = asked.max(by: { Self.weight($0.status) < Self.weight($1.status) }) else {
      return refusal(of: all).map { change($0, of: []) } ?? []
    }
    let alike = asked.filter { Self.rank($0.status) == Self.rank(worst.status) }
    let isAll = worst.status == .live || alike.count == all.count
    return change(
      alike.count == 1 && !isAll || all.count == 1 ? worst.status : Self.named(worst.status, worst),
      of: isAll ? [] : alike.map(\.title))
  }

  /// Why a source refuses us that is not the only one: the others go on, and its rows say why they do not.
  private func refusal(of leg: Leg) -> String? {
    guard case .refused(let reason) = leg.status, legs.count + failures.count > 1 else { return nil }
    return reason
  }

  /// Whether no source is left to wait for, which is said as the state of the link.
  private var isRefused: Bool {
    if case .refused = said { true } else { false }
  }

  /// That no source is left to wait for, and why; nil while one is.
  private func refusal(of all: [Leg]) -> FeedStatus? {
    var sentences = failures.sorted { $0.key < $1.key }.map(\.value)
    for leg in all {
      guard case .refused(let reason) = leg.status else { continue }
      sentences.append(all.count + failures.count == 1 ? reason : leg.naming(reason))
    }
    return sentences.isEmpty ? nil : .refused(reason: sentences.joined(separator: " "))
  }

  private mutating func change(_ status: FeedStatus, of subjects: [String]) -> [QuoteEvent] {
    let isOther = subjects != self.subjects
    self.subjects = subjects
    let sources: [QuoteEvent] = isOther && opened.count > 1 ? source.map { [.source($0)] } ?? [] : []
    guard status != said else { return sources }
    said = status
    return sources + [.feed(status)]
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

  /// Orders by rank; of those alike the one comes first that is tried next, or has been late for longest.
  private static func weight(_ status: FeedStatus) -> (Int, Int64) {
    switch status {
    case .reconnecting(_, let retryAt, _, _): (rank(status), -(retryAt?.nanoseconds ?? 0))
    case .late(let since): (rank(status), -since.nanoseconds)
    default: (rank(status), 0)
    }
  }

  private static func named(_ status: FeedStatus, _ leg: Leg) -> FeedStatus {
    guard case .reconnecting(let attempt, let retryAt, let since, let reason) = status else { return status }
    return .reconnecting(attempt: attempt, retryAt: retryAt, since: since, reason: leg.naming(reason))
  }
}
