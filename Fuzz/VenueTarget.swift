import Foundation

@testable import TapeData
@testable import TapeDomain

/// A frame of a venue, read by the dialect of each: whatever it is, prices are positive and fit their decimals, and of what is no
/// JSON object or array something is malformed.
enum VenueTarget {
  static func run(_ bytes: [UInt8]) {
    for profile in SourceCatalog.all {
      let context = VenueContext { Timestamp(seconds: 1_800_000_000) }
      var dialect = profile.dialect(context)
      dialect.begin()
      var messages: [FeedMessage] = []
      // Twice, since the second meets what the first left.
      dialect.decode(bytes.span, into: &messages)
      dialect.decode(bytes.span, into: &messages)
      for message in messages { judge(message, of: profile.name) }
      guard String(validating: bytes, as: UTF8.self) != nil else { continue }
      let isContainer =
        (try? JSONTree.scan(bytes)).map {
          switch $0 {
          case .object, .array: true
          default: false
          }
        } ?? false
      check(
        isContainer || messages.contains { if case .malformed = $0 { true } else { false } },
        "\(profile.name): no container became \(messages)")
      _ = profile.listing.instruments(in: [bytes, bytes])
    }
  }

  private static func judge(_ message: FeedMessage, of name: String) {
    guard case .snapshot(let patch) = message else { return }
    check((0...18).contains(patch.scale ?? -1), "\(name): \(patch)")
    for field in [patch.last, patch.rolling24h, patch.high, patch.low, patch.bid, patch.ask] {
      if case .set(let units) = field { check(units > 0 || field == patch.rolling24h, "\(name): \(patch)") }
    }
    check(PricedQuote(snapshot: patch) != nil, "\(name): \(patch)")
  }
}
