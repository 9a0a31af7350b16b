import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct InstrumentCacheTests {
  private let content = InstrumentCache.Content(
    instruments: [
      VenueInstrument(
        symbol: Fixtures.symbol("BTC/USD"), name: "Bit \"coin\"\u{1B}", currency: "USD", scale: 2,
        session: .open),
      VenueInstrument(
        symbol: Fixtures.symbol("OLD-EUR"), name: "", currency: "EUR", scale: nil, session: .closed),
    ], savedAt: Timestamp(seconds: 1_795_960_800))

  private func withCache(_ body: (InstrumentCache, String) throws -> Void) throws {
    let directory = NSTemporaryDirectory() + "tape-cache-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try body(
      InstrumentCache(directory: directory, source: "kraken", base: "https://api.kraken.com"), directory)
  }

  @Test("What was written is read, in a directory for its owner only")
  func roundTrip() throws {
    try withCache { cache, directory in
      #expect(cache.read() == nil)
      #expect(cache.write(content) == nil)
      #expect(cache.read() == content)
      let files = try FileManager.default.contentsOfDirectory(atPath: directory)
      #expect(files == ["instruments-kraken----api.kraken.com.json"])
      let mode = try FileManager.default.attributesOfItem(atPath: directory)[.posixPermissions] as? Int
      #expect(mode == 0o700)
    }
  }

  @Test("Every beginning of a file is either no file or the whole one: nothing half is believed")
  func truncated() throws {
    let text = InstrumentCache.text(of: content)
    for count in 0..<text.count {
      let read = try? InstrumentCache.content(of: Array(text[..<count]))
      #expect(read == nil || read == content)
    }
    #expect(try InstrumentCache.content(of: text) == content)
  }

  @Test(
    "A file of another version, without a time or without instruments counts as none",
    arguments: [
      #"{"version":2,"saved":"2026-11-29T14:00:00Z","instruments":[{"symbol":"A","currency":"EUR"}]}"#,
      #"{"version":1,"instruments":[{"symbol":"A","currency":"EUR"}]}"#,
      #"{"version":1,"saved":"2026-11-29T14:00:00Z","instruments":[]}"#,
      #"{"version":1,"saved":"2026-11-29T14:00:00Z","instruments":[{"symbol":"no symbol","currency":"EUR"}]}"#,
    ])
  func otherFiles(text: String) throws {
    #expect(try InstrumentCache.content(of: Array(text.utf8)) == nil)
  }

  @Test("A place that cannot be written is told, and nothing else happens")
  func unwritable() throws {
    let cache = InstrumentCache(directory: "/proc/nowhere", source: "kraken", base: "https://a.example")
    #expect(try #require(cache.write(content)).contains("/proc/nowhere"))
    #expect(cache.read() == nil)
  }

  @Test(
    "A search finds by symbol and name, beginnings of symbols first",
    arguments: [
      ("old", ["OLD-EUR"]), ("coin", ["BTC/USD"]), ("usd bit", ["BTC/USD"]), ("nothing", []),
      ("", ["BTC/USD", "OLD-EUR"]),
    ])
  func search(text: String, expected: [String]) {
    #expect(InstrumentSearch.find(text, in: content.instruments).map(\.symbol.text) == expected)
  }
}
