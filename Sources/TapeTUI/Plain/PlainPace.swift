import TapeDomain

/// When prices are told in lines: once when the list has come, then each interval.
struct PlainPace: Hashable, Sendable {
  /// How much of the list has come.
  enum Arrivals: Hashable, Sendable {
    case none, some, all
  }

  /// How long the first lines wait for the last prices after the first.
  static let patience = Duration.seconds(2)

  private let interval: Duration
  private var isOpened = false

  /// When prices are told next; nil while none has come.
  private(set) var due: Instant?

  /// A pace of one round each `interval`.
  init(interval: Duration) {
    self.interval = interval
  }

  /// Whether prices are told now; then the next round is one interval away.
  mutating func takeRound(at now: Instant, _ arrivals: Arrivals) -> Bool {
    if !isOpened {
      if arrivals == .none { return false }
      due = arrivals == .all ? now : due ?? now + Self.patience
    }
    guard let instant = due, instant <= now else { return false }
    isOpened = true
    due = now + interval
    return true
  }
}
