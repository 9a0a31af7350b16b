import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

/// A server behind a line that loses, repeats and swaps frames, late snapshots and reconnects included.
@Suite struct LiveQuotesGeneratedStreamTests {
  @Test("No row goes back or is live without its newest number, and all rows heal", arguments: 0..<60)
  func faults(seed: UInt64) throws {
    var line = try FaultyLine(seed: seed)
    for _ in 0..<400 {
      try line.step()
      try line.check()
    }
    #expect(line.applied > 100)
    try line.heal()
    try line.checkHealed()
  }
}

/// The generator and the model that the book is compared with.
private struct FaultyLine {
  private static let names = ["A", "B", "C", "D"]

  private var generator: SeededGenerator
  private var driver = BookDriver()
  /// The server: the newest number of each symbol, whether it is subscribed, and what is on its way.
  private var numbers: [String: Int] = [:]
  private var subscribed: Set<String> = []
  private var wire: [FeedMessage] = []
  private var sent = 0
  private var received = 0
  /// The client's side of this connection: the highest number delivered, and the last number shown.
  private var highest: [String: Int] = [:]
  private var shown: [String: Int] = [:]

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    try driver.watch(Self.names)
    connect()
  }

  var applied: Int { driver.book.statistics.updates }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  private mutating func connect() {
    driver.book.change(to: .suspended, at: driver.now)
    numbers = Dictionary(
      uniqueKeysWithValues: Self.names.map { ($0, Int.random(in: 1...50, using: &generator)) })
    (subscribed, wire, sent, received, highest, shown) = ([], [], 0, 0, [:], [:])
    driver.book.connect(at: driver.now)
    driver.book.change(to: .live, at: driver.now)
  }

  mutating func step() throws {
    if chance(1) { connect() }
    try answer(losing: 15)
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      guard let name = Self.names.randomElement(using: &generator), subscribed.contains(name) else {
        continue
      }
      try sendUpdate(name, loss: 3, repetition: 3, swap: 3)
    }
    if chance(20) { sendHeartbeat() }
    deliver(Int.random(in: 0...6, using: &generator))
    driver.advance(.milliseconds(Int.random(in: 0...400, using: &generator)))
    if chance(30) { driver.pull() }
  }

  /// Answers commands with snapshots, some of which the line loses.
  private mutating func answer(losing percent: Int) throws {
    for request in driver.book.takeRequests() {
      guard case .send(let command) = request else { continue }
      switch command {
      case .subscribe(let symbols, _), .resync(let symbols):
        for symbol in symbols {
          subscribed.insert(symbol.text)
          var patch = try BookDriver.patch(symbol.text, numbers[symbol.text] ?? 0)
          patch.currency = "EUR"
          patch.high = .set(patch.sequence)
          sent += 1
          if !chance(percent) { wire.append(.snapshot(patch)) }
        }
      case .unsubscribe: break
      }
    }
  }

  private mutating func sendUpdate(_ name: String, loss: Int, repetition: Int, swap: Int) throws {
    numbers[name, default: 0] += 1
    var patch = try BookDriver.patch(name, numbers[name] ?? 0)
    patch.high = .set(patch.sequence)
    let isTwice = chance(repetition)
    sent += isTwice ? 2 : 1
    // A loss and a repetition that the server did not count would hide each other from any count.
    if chance(loss) { return }
    wire.append(.update(patch))
    if isTwice { wire.append(.update(patch)) }
    if chance(swap), wire.count > 1, case .update = wire[wire.count - 2] {
      wire.swapAt(wire.count - 1, wire.count - 2)
    }
  }

  private mutating func sendHeartbeat() {
    wire.append(.heartbeat(time: nil, sent: sent, received: -1))
    sent += 1
  }

  private mutating func deliver(_ count: Int) {
    let burst = wire.prefix(count).map { message in
      defer { received += 1 }
      switch message {
      case .heartbeat(let time, let sent, _):
        return FeedMessage.heartbeat(time: time, sent: sent, received: received)
      case .update(let patch), .snapshot(let patch):
        highest[patch.symbol.text] = max(highest[patch.symbol.text] ?? 0, patch.sequence)
        return message
      default: return message
      }
    }
    wire.removeFirst(burst.count)
    driver.book.receive(burst, at: driver.now)
  }

  mutating func check() throws {
    for name in Self.names {
      let slot = try #require(driver.book.slots[try BookDriver.symbol(name)])
      let live = driver.book.look(slot).1
      guard let quote = live.quote, live.isLive else { continue }
      #expect(quote.sequence == highest[name], "\(name) is live and not the newest")
      #expect(quote.sequence >= shown[name] ?? 0, "\(name) went back")
      #expect(quote.last?.minorUnits == quote.sequence && quote.high?.minorUnits == quote.sequence)
      shown[name] = quote.sequence
    }
  }

  /// From here on the line is good.
  mutating func heal() throws {
    for _ in 0..<40 {
      try answer(losing: 0)
      sendHeartbeat()
      deliver(wire.count)
      driver.advance(.seconds(4))
      try check()
    }
  }

  mutating func checkHealed() throws {
    for name in Self.names { #expect(try driver.row(name) == "\(numbers[name] ?? 0)") }
  }
}
