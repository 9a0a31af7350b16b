import TapeDomain
import TapeOracle
import Testing

@testable import TapeExchange

extension LiveRig {
  /// Every venue of the exchange.
  static let venues = Set(InstrumentCatalog.instruments().map(\.exchange)).sorted()

  /// Closes every venue: from then on no price changes.
  func stopMarket() async {
    for venue in Self.venues { await exchange.apply(.close(exchange: venue)) }
  }

  /// What is shown otherwise than the exchange holds true, as sentences; empty when every row is live and right.
  func differences(from shown: Shown) async -> [String] {
    await TruthOracle.differences(shown.rows, symbols) { await exchange.truth(of: $0) }
  }

  /// Waits until every row is live and equal to the truth of a market that stands still; records what is not.
  func expectTruth(within limit: Duration, at location: SourceLocation = #_sourceLocation) async {
    let time = await viewer.wait(within: limit) { await differences(from: $0).isEmpty }
    guard time == nil else { return }
    let left = await differences(from: viewer.shown)
    Issue.record("After \(limit): \(left.prefix(5).joined(separator: "\n"))", sourceLocation: location)
  }

  /// Waits until `condition` holds of what is shown; records it when it does not.
  @discardableResult
  func expectShown(
    _ what: Comment, within limit: Duration, at location: SourceLocation = #_sourceLocation,
    until condition: @Sendable (Shown) async -> Bool
  ) async -> Duration {
    let time = await viewer.wait(within: limit, until: condition)
    #expect(time != nil, "\(what) within \(limit)", sourceLocation: location)
    return time ?? limit
  }
}
