import TapeDomain
import Testing

@testable import TapeData

/// Drives a book without an actor, in the words of the protocol; the watcher is number 1.
struct BookDriver {
  var book: QuoteBook
  var now = Instant(nanoseconds: 1_000_000_000)
  private(set) var view = WatcherView()

  init(maxRate: Int = 4, cacheLimit: Int = 10_000) {
    book = QuoteBook(maxRate: maxRate, cacheLimit: cacheLimit)
  }

  /// A book with a live connection and a watcher of those symbols, which have a snapshot numbered 10 each.
  static func live(_ names: String...) throws -> BookDriver {
    var driver = BookDriver()
    try driver.watch(names)
    driver.book.connect(at: driver.now)
    driver.book.change(to: .live, at: driver.now)
    for name in names { try driver.snapshot(name, 10) }
    _ = driver.book.takeRequests()
    driver.pull()
    return driver
  }

  static func symbol(_ name: String) throws -> Symbol { try #require(Symbol(name)) }

  static func patch(_ name: String, _ number: Int, last: Int? = nil) throws -> QuotePatch {
    var patch = QuotePatch(
      symbol: try symbol(name), sequence: number, time: Timestamp(seconds: Int64(number)))
    patch.last = .set(last ?? number)
    return patch
  }

  mutating func watch(_ names: [String], as watcher: Int = 1) throws {
    book.watch(Set(try names.map(Self.symbol)), as: watcher, at: now)
  }

  mutating func receive(_ messages: FeedMessage...) {
    book.receive(messages, at: now)
  }

  mutating func snapshot(_ name: String, _ number: Int, last: Int? = nil) throws {
    var patch = try Self.patch(name, number, last: last)
    patch.currency = "EUR"
    receive(.snapshot(patch))
  }

  mutating func update(_ name: String, _ numbers: Int...) throws {
    for number in numbers { receive(.update(try Self.patch(name, number))) }
  }

  mutating func heartbeat(sent: Int? = nil, received: Int = 0, time: Timestamp? = nil) {
    receive(.heartbeat(time: time, sent: sent, received: received))
  }

  mutating func advance(_ duration: Duration) {
    now = now + duration
    book.wake(at: now)
  }

  /// The watcher takes what there is.
  @discardableResult mutating func pull(_ watcher: Int = 1) -> [QuoteEvent] {
    let events = book.takeNews(for: watcher) ?? []
    if watcher == 1 { view.add(events) }
    return events
  }

  /// A row as the watcher sees it after a pull: its number, with a `?` when stale, or why there is none.
  mutating func row(_ name: String) throws -> String {
    pull()
    let live = view.quotes[try Self.symbol(name)]
    guard let quote = live?.quote else { return live?.absence.map { "\($0)" } ?? "unheard of" }
    return "\(quote.sequence)" + (live?.isLive == true ? "" : "?")
  }

  /// What was asked of the socket since the last call, in words.
  mutating func asked() -> [String] {
    book.takeRequests().compactMap { request in
      switch request {
      case .send(.subscribe(let symbols, let rate)):
        "subscribe \(symbols.map(\.text).joined(separator: ",")) \(rate)"
      case .send(.unsubscribe(let symbols)): "unsubscribe \(symbols.map(\.text).joined(separator: ","))"
      case .send(.resync(let symbols)): "resync \(symbols.map(\.text).joined(separator: ","))"
      case .fail(let code, _): "fail \(code)"
      case .log: nil
      }
    }
  }
}
