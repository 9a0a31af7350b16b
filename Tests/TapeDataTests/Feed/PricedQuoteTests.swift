import TapeDomain
import Testing

@testable import TapeData

@Suite struct PricedQuoteTests {
  private func patch(_ change: (inout QuotePatch) -> Void = { _ in }) throws -> QuotePatch {
    var patch = QuotePatch(symbol: try #require(Symbol("ACME")), sequence: 1, time: Timestamp(seconds: 1))
    change(&patch)
    return patch
  }

  private func snapshot() throws -> PricedQuote {
    let patch = try patch {
      $0.currency = "EUR"
      $0.last = .set(18_240)
      $0.previousClose = .set(18_010)
      $0.high = .set(18_310)
      $0.low = .set(18_002)
      $0.volume = .set(7)
      $0.session = .set(.halted)
      $0.delayMinutes = .set(15)
    }
    return try #require(PricedQuote(snapshot: patch))
  }

  private func euros(_ units: Int, scale: Int = 2) -> Money {
    Money(minorUnits: units, currency: "EUR", scale: scale)
  }

  @Test("A snapshot gives a quote whose missing values are unknown")
  func snapshotValues() throws {
    let quote = try snapshot().quote
    #expect(quote.last == euros(18_240))
    #expect(quote.reference == Reference(kind: .previousClose, price: euros(18_010)))
    #expect(quote.open == nil && quote.bid == nil && quote.ask == nil)
    #expect(quote.session == .halted && quote.delayMinutes == 15 && quote.volume == 7)
    let bare = try #require(PricedQuote(snapshot: patch { $0.currency = "JPY" })).quote
    #expect(bare.last == nil && bare.reference == nil && bare.session == .open && bare.delayMinutes == 0)
  }

  @Test("A snapshot without a currency, or without a scale that can be told, gives no quote")
  func unreadable() throws {
    #expect(PricedQuote(snapshot: try patch()) == nil)
    #expect(PricedQuote(snapshot: try patch { $0.currency = "BTC" }) == nil)
    let known = try patch {
      $0.currency = "BTC"
      $0.scale = 8
      $0.last = .set(1)
    }
    #expect(PricedQuote(snapshot: known)?.quote.last == Money(minorUnits: 1, currency: "BTC", scale: 8))
  }

  @Test("In an update an absent value stays and null makes it unknown")
  func absentAndNull() throws {
    var priced = try snapshot()
    let isRead = priced.apply(
      try patch {
        $0.sequence = 2
        $0.time = Timestamp(seconds: 2)
        $0.last = .set(-5)
        $0.high = .null
        $0.previousClose = .null
        $0.session = .null
        $0.volume = .null
      })
    #expect(isRead)
    let quote = priced.quote
    #expect(quote.sequence == 2 && quote.time == Timestamp(seconds: 2))
    #expect(quote.last == euros(-5) && quote.high == nil && quote.low == euros(18_002))
    #expect(
      quote.reference == nil && quote.volume == nil && quote.session == .open && quote.delayMinutes == 15)
  }

  @Test("A new scale holds for the prices that come with it and after it, not for the old ones")
  func scaleChange() throws {
    var priced = try snapshot()
    let wider = try patch {
      $0.scale = 4
      $0.last = .set(1_824_055)
    }
    #expect(priced.apply(wider) == true)
    #expect(priced.quote.last == euros(1_824_055, scale: 4) && priced.quote.high == euros(18_310))
    #expect(priced.apply(try patch { $0.high = .set(1_831_200) }) == true)
    #expect(priced.quote.high == euros(1_831_200, scale: 4))
  }

  @Test("When the currency changes, prices of the old one are no longer known")
  func currencyChange() throws {
    var priced = try snapshot()
    let yen = try patch {
      $0.currency = "JPY"
      $0.last = .set(31_000)
    }
    #expect(priced.apply(yen) == true)
    #expect(priced.quote.last == Money(minorUnits: 31_000, currency: "JPY", scale: 0))
    #expect(priced.quote.high == nil && priced.quote.reference == nil && priced.quote.volume == 7)
  }

  @Test("The same currency again keeps the scale; an unknown one without a scale cannot be read")
  func currencyRepeated() throws {
    var priced = try #require(
      PricedQuote(
        snapshot: patch {
          $0.currency = "USD"
          $0.scale = 4
        }))
    let again = try patch {
      $0.currency = "USD"
      $0.last = .set(12_345)
    }
    #expect(priced.apply(again) == true)
    #expect(priced.quote.last?.scale == 4)
    let before = priced
    #expect(priced.apply(try patch { $0.currency = "ZZZ" }) == false)
    #expect(priced == before)
  }
}
