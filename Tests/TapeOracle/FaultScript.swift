public import TapeDomain
public import TapeExchange
import TapeTestSupport

/// A session of faults that follows from a seed.
public struct FaultScript: Sendable {
  /// Faults that happen together, and how long the next ones wait.
  public struct Step: Sendable {
    /// What kind it is, such as `gap`.
    public let kind: String
    /// What happens.
    public let faults: [ExchangeFault]
    /// How long the next step waits.
    public internal(set) var pause: Duration
  }

  /// The longest time that one of the faults lasts.
  public static let longest = Duration.milliseconds(6_500)

  /// The steps, in order.
  public let steps: [Step]

  /// A script of so many steps over those symbols and venues.
  public init(seed: UInt64, count: Int, symbols: [Symbol], venues: [String]) {
    var random = SeededGenerator(seed: seed)
    // Shuffled, so that no two steps are of one kind until every kind has come.
    var kinds: [Kind] = []
    var steps: [Step] = []
    // How long messages that were made late are still on their way.
    var lateness = Duration.zero
    while steps.count < count {
      if kinds.isEmpty { kinds = Kind.allCases.shuffled(using: &random) }
      guard let kind = kinds.popLast(), let symbol = symbols.randomElement(using: &random),
        let venue = venues.randomElement(using: &random)
      else { break }
      // Pongs go on while prices do not, and they alone tell how late the last prices were: what the protocol allows to be
      // late (rule 6) adds to its 3 s of silence there, and no client can tell.
      if kind == .mute, !steps.isEmpty {
        steps[steps.count - 1].pause += lateness
        lateness = .zero
      }
      let length = Duration.milliseconds(Int.random(in: 300...1_500, using: &random))
      let price = Int.random(in: 1...1_000_000, using: &random)
      let pause = Duration.milliseconds(Int.random(in: 500...1_500, using: &random))
      lateness = max(.zero, (kind == .late ? length * 3 : lateness) - pause)
      let faults = Self.faults(kind, symbol, venue, length, price: price)
      steps.append(Step(kind: "\(kind)", faults: faults, pause: pause))
    }
    self.steps = steps
  }

  private enum Kind: CaseIterable {
    case gap, lose, unansweredResync, silence, mute, late, drop, refusal, burst, halt, close, open, malformed
    case price
  }

  private static func faults(
    _ kind: Kind, _ symbol: Symbol, _ venue: String, _ length: Duration, price: Int
  ) -> [ExchangeFault] {
    // Most of them last for longer than 3.5 s, after which a price that is still shown live must be a wrong one.
    let outage = length * 3 + .seconds(2)
    return switch kind {
    case .gap: [.gap(symbol)]
    case .lose: [.lose(symbol)]
    case .unansweredResync: [.loseResync, .gap(symbol)]
    case .silence: [.silence(outage)]
    case .mute: [.mute(outage)]
    case .late: [.late(length, lasting: length * 2)]
    case .drop: [.drop]
    case .refusal: [.refuse(length), .drop]
    case .burst: [.burst(length)]
    case .halt: [.halt(symbol)]
    case .close: [.close(exchange: venue)]
    case .open: [.open(exchange: venue)]
    case .malformed: [.malformed]
    case .price: [.price(symbol, price)]
    }
  }
}
