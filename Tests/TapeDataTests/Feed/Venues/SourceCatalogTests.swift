import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct SourceCatalogTests {
  @Test("Every source can be made from its name, as a recording names it")
  func names() {
    let context = VenueContext { VenueReader.wall }
    let names = ["coinbase", "kraken", "binance", "finnhub", "alpaca", "twelvedata", "graphql"]
    #expect(SourceCatalog.all.map(\.name) == names)
    for name in ["tape"] + names {
      #expect(SourceCatalog.dialect(named: name, context: context) != nil)
    }
    #expect(SourceCatalog.dialect(named: "nasdaq", context: context) == nil)
  }

  @Test(
    "Every source has encrypted addresses, symbols to begin with, and terms under which it can be asked and watched"
  )
  func profiles() throws {
    for profile in SourceCatalog.all where profile.poll == nil {
      #expect(try WebSocketURL(profile.endpoint).isSecure && WebSocketURL(profile.rest).isSecure)
      #expect(profile.defaults.count >= 5 && profile.defaults.allSatisfy { Symbol($0) != nil })
      let terms = profile.dialect(VenueContext { VenueReader.wall }).terms
      let commands = try #require(terms.commands)
      #expect(commands.spacing > .zero && commands.maximumSymbols > 0)
      #expect(terms.evidence != .numbers)
      // A market of shares may be silent; there the link is asked, and prices are confirmed beside the stream.
      let silence =
        profile.supplement == nil
        ? terms.liveness.quietAge ?? terms.liveness.longestSilence : terms.liveness.pingSpacing
      #expect(silence <= .seconds(5))
    }
  }

  @Test("The native protocol's terms are the defaults")
  func native() {
    #expect(TapeDialect().terms == FeedTerms())
    #expect(FeedTerms().commands == nil && FeedTerms().evidence == .numbers)
    #expect(FeedTerms().liveness.longestSilence == .seconds(3))
  }
}
