public import TapeDomain
public import TapeExchange

/// Compares what is shown, tick by tick, with the prices that the exchange itself held.
public struct TruthOracle: Sendable {
  /// How old a price may be that is shown live, whatever goes wrong: the silence that is noticed, and a look.
  public static let always = Duration.milliseconds(3_500)
  /// The most violations that are kept in words.
  private static let limit = 50

  /// What did not hold, as sentences.
  public private(set) var violations: [String] = []
  /// How many looks were taken.
  public private(set) var ticks = 0
  /// How many live rows were compared within the strict bound, and within the other.
  public private(set) var rows = (strict: 0, always: 0)
  /// The largest age that a strict look had to allow for, since the machine itself was late.
  public private(set) var worstLag = Duration.zero

  private let strict: Duration

  /// An oracle of a client.
  ///
  /// - Parameters:
  ///   - maxRate: How many updates a second it asked for.
  ///   - tick: Its smallest time between two batches.
  ///   - delay: How long a message is on its way.
  public init(maxRate: Int, tick: Duration, delay: Duration = .zero) {
    strict = .seconds(1) / maxRate + tick + delay + .milliseconds(50)
  }

  /// How old a live price may be.
  ///
  /// - Parameters:
  ///   - isCalm: Whether no fault is on or has left traces.
  ///   - lag: How late the machine was lately: prices may be older by so much.
  public func bound(isCalm: Bool, lag: Duration) -> Duration { (isCalm ? strict : Self.always) + lag }

  /// Judges the rows that are shown, by the prices that the exchange held within the bound.
  public mutating func look(
    at shown: [Symbol: LiveQuote], isCalm: Bool, lag: Duration, held prices: [Symbol: Set<Int>]
  ) {
    ticks += 1
    let bound = bound(isCalm: isCalm, lag: lag)
    if isCalm { worstLag = max(worstLag, lag) }
    for (symbol, row) in shown where row.isLive {
      guard let price = row.quote?.last?.minorUnits else { continue }
      if isCalm { rows.strict += 1 } else { rows.always += 1 }
      if prices[symbol]?.contains(price) != true {
        report(
          "\(symbol) is live with \(price), which the exchange has not held for \(bound.wholeMilliseconds) ms."
        )
      }
    }
  }

  /// What is not live and equal to a market that stands still, as sentences.
  ///
  /// - Parameter isAlone: Whether the client is the exchange's newest, whose numbers are compared; else a number is one of
  ///   those of all clients.
  public static func differences(
    _ shown: [Symbol: LiveQuote], _ symbols: [Symbol], isAlone: Bool = true,
    truth: (Symbol) async -> ExchangeTruth?
  ) async -> [String] {
    var sentences: [String] = []
    for symbol in symbols {
      guard let truth = await truth(symbol) else { continue }
      guard let row = shown[symbol], row.isLive, let quote = row.quote else {
        sentences.append("\(symbol) is not live.")
        continue
      }
      let isTrue =
        quote.last?.minorUnits == truth.last && quote.session == truth.session
        && (isAlone ? quote.sequence == truth.sequences.last : truth.sequences.contains(quote.sequence))
      if !isTrue { sentences.append("\(symbol) is \(quote) and not \(truth).") }
    }
    return sentences
  }

  /// Something else did not hold.
  public mutating func report(_ sentence: String) {
    if violations.count < Self.limit { violations.append(sentence) }
  }
}
