import TapeDomain

/// The stream's side of a ``SupplementedSocket``: its connection is the link's, and what it refuses is polled.
struct SupplementedStream: Equatable, Sendable {
  /// Counts the connections.
  private(set) var generation = 0
  private var status = SupplementedStatus()

  /// Whether the stream is refused.
  var isRefused: Bool { status.isRefused }

  /// Takes in what the stream says.
  mutating func take(_ event: QuoteSocketEvent, plan: inout StreamPlan) -> [SupplementedStep] {
    switch event {
    case .connected:
      generation += 1
      status.connected()
      return [.act(plan.connect()), .tell(.connected)]
    case .status(let new):
      return status.stream(new).map { [.tell(.status($0))] } ?? []
    case .burst(let messages, let instant):
      return take(messages, at: instant, plan: &plan)
    }
  }

  /// A request brought a price, which proves a stream that is open and has nothing to say.
  mutating func answered() -> [SupplementedStep] {
    status.answered().map { [.tell(.status($0))] } ?? []
  }

  private func take(
    _ messages: [FeedMessage], at instant: Instant, plan: inout StreamPlan
  ) -> [SupplementedStep] {
    var steps: [SupplementedStep] = []
    var rest: [FeedMessage] = []
    for message in messages {
      guard case .error(FeedMessage.noRoomCode, let symbol, _) = message else {
        rest.append(message)
        continue
      }
      if let symbol {
        steps.append(.act(plan.runOut(of: symbol)))
      } else {
        plan.runOut()
        steps.append(.settleLater)
      }
    }
    if !rest.isEmpty { steps.append(.tell(.burst(rest, at: instant))) }
    return steps
  }
}
