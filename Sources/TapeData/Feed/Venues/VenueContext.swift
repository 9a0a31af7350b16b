import Synchronization
public import TapeDomain

/// What the copies of a venue's dialect share: the instruments, the numbers of its messages, and the time of arrival.
public final class VenueContext: Sendable {
  /// All that a context came to, to come back to.
  struct Mark {
    fileprivate let listing: Listing
    fileprivate let number: Int
    fileprivate let equities: EquityQuotes.Mark
  }

  fileprivate struct Listing {
    var instruments: [Symbol: VenueInstrument] = [:]
    /// Those of other lists than the venue's main one.
    var others: [Symbol: VenueInstrument] = [:]
    var isComplete = false
    var version = 0
  }

  /// What a stream and the requests beside it put together; nothing for a source that is either alone.
  let equities = EquityQuotes()
  private let listing = Mutex(Listing())
  private let listeners = Mutex<[AsyncStream<Void>.Continuation]>([])
  private let numbers = Atomic<Int>(0)
  private let readWall: @Sendable () -> Timestamp

  /// A context that knows no instruments yet; `wall` stands in for the time of messages that say none.
  public init(wall: @escaping @Sendable () -> Timestamp) {
    readWall = wall
  }

  /// The wall clock.
  var wall: Timestamp { readWall() }

  /// Grows when the instruments change.
  var version: Int { listing.withLock { $0.version } }

  /// Whether all instruments of the venue are known, so that what is not among them does not exist.
  public var isComplete: Bool { listing.withLock { $0.isComplete } }

  /// What is known of a symbol.
  public subscript(symbol: Symbol) -> VenueInstrument? {
    listing.withLock { $0.instruments[symbol] ?? $0.others[symbol] }
  }

  /// Whether the venue's main list has that symbol.
  func isInMainList(_ symbol: Symbol) -> Bool { listing.withLock { $0.instruments[symbol] != nil } }

  /// An instrument as an answer describes it, of a venue whose list nobody asks for.
  func learn(_ instrument: VenueInstrument) {
    let isNamed = listing.withLock { listing in
      let known = listing.instruments.updateValue(instrument, forKey: instrument.symbol)
      if known != instrument { listing.version += 1 }
      return known?.name ?? "" != instrument.name
    }
    guard isNamed else { return }
    for listener in listeners.withLock({ $0 }) { listener.yield() }
  }

  /// An element whenever an instrument has got another name.
  func names() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    listeners.withLock { $0.append(listener) }
    return stream
  }

  /// All instruments of the venue.
  public func set(_ instruments: [VenueInstrument]) {
    let table = Dictionary(instruments.map { ($0.symbol, $0) }) { first, _ in first }
    listing.withLock { listing in
      listing.instruments = table
      listing.isComplete = true
      listing.version += 1
    }
  }

  /// More instruments of the venue, such as those of another of its exchanges.
  func add(_ instruments: [VenueInstrument]) {
    listing.withLock { listing in
      for instrument in instruments { listing.others[instrument.symbol] = instrument }
      listing.version += 1
    }
  }

  /// Every instrument, in order of its symbol.
  public var all: [VenueInstrument] {
    listing.withLock { Array($0.instruments.values) }.sorted { $0.symbol < $1.symbol }
  }

  /// The next numbers are above that one.
  func raiseNumbers(above number: Int) {
    numbers.max(number, ordering: .relaxed)
  }

  /// A number above all that were given out: messages of venues carry none, and numbers go on across connections.
  func nextNumber() -> Int { numbers.wrappingAdd(1, ordering: .relaxed).newValue }

  /// What it came to so far.
  var mark: Mark {
    Mark(listing: listing.withLock { $0 }, number: numbers.load(ordering: .relaxed), equities: equities.mark)
  }

  /// Goes on from an earlier time, as a tape does that is played again.
  func goBack(to mark: Mark) {
    listing.withLock { $0 = mark.listing }
    numbers.store(mark.number, ordering: .relaxed)
    equities.goBack(to: mark.equities)
  }
}
