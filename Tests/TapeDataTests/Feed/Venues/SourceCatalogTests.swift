import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct SourceCatalogTests {
  @Test("Every source can be made from its name, as a recording names it")
  func names() {
    let context = VenueContext { VenueReader.wall }
    #expect(SourceCatalog.all.map(\.name) == ["coinbase", "kraken", "binance"])
    for name in ["tape", "coinbase", "kraken", "binance"] {
      #expect(SourceCatalog.dialect(named: name, context: context) != nil)
    }
    #expect(SourceCatalog.dialect(named: "nasdaq", context: context) == nil)
  }

  @Test(
    "Every source has encrypted addresses, symbols to begin with, and terms under which it can be asked and watched"
  )
  func profiles() throws {
    for profile in SourceCatalog.all {
      #expect(try WebSocketURL(profile.endpoint).isSecure && WebSocketURL(profile.rest).isSecure)
      #expect(profile.defaults.count >= 5 && profile.defaults.allSatisfy { Symbol($0) != nil })
      let terms = profile.dialect(VenueContext { VenueReader.wall }).terms
      let commands = try #require(terms.commands)
      #expect(commands.spacing > .zero && commands.maximumSymbols > 0)
      #expect(terms.evidence != .numbers)
      #expect(terms.liveness.quietAge ?? terms.liveness.longestSilence <= .seconds(5))
    }
  }

  @Test("The native protocol's terms are the defaults")
  func native() {
    #expect(TapeDialect().terms == FeedTerms())
    #expect(FeedTerms().commands == nil && FeedTerms().evidence == .numbers)
    #expect(FeedTerms().liveness.longestSilence == .seconds(3))
  }
}
