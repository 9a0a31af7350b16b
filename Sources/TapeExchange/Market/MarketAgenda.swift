import TapeDomain

/// What the demo day holds beside its random walk: an opening with a jump, and a halt that comes and lifts again.
struct MarketAgenda: Sendable {
  /// One thing that happens to one instrument.
  enum Happening: Equatable, Sendable {
    /// Trading begins, the price higher by so many thousandths.
    case opens(jumpPermille: Int)
    /// Trading in it stops.
    case halts
    /// Trading in it goes on.
    case resumes
  }

  private struct Item {
    var at: Instant
    let symbol: String
    let happening: Happening
  }

  private static let haltPeriod = Duration.seconds(300)
  private var items: [Item]

  /// The demo's day, beginning at `start`: ZED opens after 20 s; ORO halts after 40 s for 25 s, and again every 5 minutes.
  init(from start: Instant) {
    items = [
      Item(at: start + .seconds(20), symbol: "ZED", happening: .opens(jumpPermille: 42)),
      Item(at: start + .seconds(40), symbol: "ORO", happening: .halts),
      Item(at: start + .seconds(65), symbol: "ORO", happening: .resumes),
    ]
  }

  /// When the next thing happens.
  var nextDue: Instant? { items.first?.at }

  /// Takes the next thing; what repeats is entered anew.
  mutating func removeFirst() -> (at: Instant, symbol: String, happening: Happening)? {
    guard !items.isEmpty else { return nil }
    var item = items.removeFirst()
    let taken = (item.at, item.symbol, item.happening)
    if item.happening == .halts || item.happening == .resumes {
      item.at = item.at + Self.haltPeriod
      items.append(item)
    }
    return taken
  }

  /// Makes everything happen `duration` later.
  mutating func delay(by duration: Duration) {
    for index in items.indices { items[index].at = items[index].at + duration }
  }
}
