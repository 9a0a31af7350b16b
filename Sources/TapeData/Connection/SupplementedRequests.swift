import TapeDomain

/// The requests' side of a ``SupplementedSocket``: first prices, confirmations, and the prices of what is polled.
struct SupplementedRequests: Equatable, Sendable {
  private let label: FeedSource
  /// Why requests are not answered, as it was said last.
  private var trouble: String?
  /// What the requests say of themselves, and what was said of both sides.
  private var said: FeedSource?
  private var described: FeedSource?

  /// A side that has said nothing; `label` is how the header names the source.
  init(label: FeedSource) {
    self.label = label
  }

  /// Takes in what is said of the requests; an answer proves the stream.
  mutating func take(
    _ event: QuoteSocketEvent, plan: inout StreamPlan, stream: inout SupplementedStream, at now: Instant
  ) -> [SupplementedStep] {
    switch event {
    case .status(.live): return heal(at: now)
    case .status(.reconnecting(_, _, _, let reason)): return say(reason, at: now)
    case .status(.refused(let reason)): return Self.takeBack(plan.polled, at: now) + [.sayLater(reason)]
    case .connected, .status: return []
    case .burst(let messages, let instant): return take(messages, at: instant, plan: &plan, stream: &stream)
    }
  }

  /// Says why no request is answered, once. What is polled is taken back by and by, as its own time is over.
  mutating func say(_ reason: String, at now: Instant) -> [SupplementedStep] {
    guard trouble != reason, !reason.isEmpty else { return [] }
    trouble = reason
    return [.tell(.burst([.error(code: "rest", symbol: nil, message: reason)], at: now))]
  }

  /// Requests are answered: says so where it was said that they are not.
  private mutating func heal(at now: Instant) -> [SupplementedStep] {
    guard trouble != nil else { return [] }
    trouble = nil
    let words = "Requests are answered again."
    return [.tell(.burst([.error(code: "rest", symbol: nil, message: words)], at: now))]
  }

  /// What takes back the prices of these.
  static func takeBack(_ symbols: [Symbol], at now: Instant) -> [SupplementedStep] {
    symbols.isEmpty ? [] : [.takeBack(symbols), .tell(.burst([.lost(symbols)], at: now))]
  }

  /// What the header is to say when so many symbols are polled; nil when it says so.
  mutating func description(polled count: Int) -> FeedSource? {
    // Its rows say how often.
    let polled = count == 0 ? "" : "; \(count) polled"
    let source = FeedSource(
      name: label.name, quality: label.quality + polled, isSimulated: label.isSimulated,
      activity: said?.activity, rowQuality: label.rowQuality)
    guard source != described else { return nil }
    described = source
    return source
  }

  private mutating func take(
    _ messages: [FeedMessage], at instant: Instant, plan: inout StreamPlan, stream: inout SupplementedStream
  ) -> [SupplementedStep] {
    var steps: [SupplementedStep] = []
    var told: [FeedMessage] = []
    var actions: [StreamPlan.Action] = []
    for message in messages {
      switch message {
      case .snapshot(let patch):
        steps += stream.answered()
        // Without a price it is asked for again.
        if patch.last != .null { actions += plan.answered(patch.symbol) }
        told.append(message)
      case .error(_, let symbol?, _), .malformed(_, let symbol?):
        actions += plan.answered(symbol)
        told.append(message)
      case .lost(let symbols):
        // The stream proves its own.
        let polled = symbols.filter { plan.polled.contains($0) }
        if !polled.isEmpty {
          steps.append(.takeBack(polled))
          told.append(.lost(polled))
        }
      case .source(let said): self.said = said
      // The source's clock.
      default: told.append(message)
      }
    }
    steps += [.act(actions), .describe]
    return told.isEmpty ? steps : steps + [.tell(.burst(told, at: instant))]
  }
}
