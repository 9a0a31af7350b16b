import TapeDomain

/// A number that stands for all batches of a tape: another price, time or status anywhere gives another one.
///
/// FNV-1a with 64 bits: the same on every machine. It finds differences; it proves nothing against somebody who
/// wants two tapes to look alike.
struct BatchDigest: Equatable, Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The number in hexadecimal, 16 digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Adds a batch that was given out at that instant.
  mutating func add(_ batch: QuoteBatch, at now: Instant) {
    add(now.nanoseconds)
    add(batch.feed)
    add(batch.clock.map { $0.time.nanoseconds })
    add(batch.clock.map { $0.instant.nanoseconds })
    add(batch.source.map { "\($0.name) \($0.quality) \($0.isSimulated)" } ?? "")
    add(Int64(batch.connections))
    add(batch.notice ?? "")
    for (symbol, row) in batch.changes.sorted(by: { $0.key < $1.key }) {
      add(symbol.text)
      add(row)
    }
  }

  private mutating func add(_ row: LiveQuote) {
    add(row.isLive ? 1 : 0)
    switch row.absence {
    case nil: add("")
    case .waiting?: add("waiting")
    case .unknownSymbol?: add("unknown")
    case .rejected(let words)?: add("rejected " + words)
    }
    guard let quote = row.quote else { return }
    add(Int64(quote.sequence))
    add(quote.time.nanoseconds)
    add(quote.session.rawValue)
    add(Int64(quote.delayMinutes))
    // Only what is said: the digests of tapes without either stay what they are.
    switch quote.quality {
    case .asSource: break
    case .oneVenue: add("one venue")
    case .polled(let seconds): add("polled \(seconds)")
    }
    if let opening = quote.opening {
      add(opening.time.nanoseconds)
      add(opening.zone)
    }
    add(quote.volume.map { Int64($0) })
    add(quote.reference.map { "\($0.kind)" } ?? "")
    let reference = quote.reference?.price
    for money in [quote.last, reference, quote.open, quote.high, quote.low, quote.bid, quote.ask] {
      add(money)
    }
  }

  private mutating func add(_ money: Money?) {
    add(money.map { Int64($0.minorUnits) })
    add(Int64(money?.scale ?? -1))
    add(money?.currency ?? "")
  }

  private mutating func add(_ status: FeedStatus) {
    switch status {
    case .connecting: add("connecting")
    case .live: add("live")
    case .late(let since):
      add("late")
      add(since.nanoseconds)
    case .reconnecting(let attempt, let retryAt, let since, let reason):
      add("reconnecting " + reason)
      add(Int64(attempt))
      add(retryAt.map { $0.nanoseconds })
      add(since.nanoseconds)
    case .suspended: add("suspended")
    case .refused(let reason): add("refused " + reason)
    }
  }

  private mutating func add(_ number: Int64?) {
    add(byte: number == nil ? 0 : 1)
    if let number { add(number) }
  }

  private mutating func add(_ number: Int64) {
    var rest = UInt64(bitPattern: number)
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  private mutating func add(_ text: String) {
    add(Int64(text.utf8.count))
    for byte in text.utf8 { add(byte: byte) }
  }

  @inline(__always)
  private mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
