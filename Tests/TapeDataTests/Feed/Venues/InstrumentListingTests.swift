import TapeDomain
import Testing

@testable import TapeData

@Suite struct InstrumentListingTests {
  private func lines(_ listing: any InstrumentListing, _ bodies: String...) -> [String]? {
    listing.instruments(in: bodies.map { Array($0.utf8) })?.map {
      "\($0.symbol) '\($0.name)' \($0.currency) \($0.scale.map { "\($0)" } ?? "-") \($0.session.rawValue)"
    }
  }

  @Test("Coinbase's products have increments, states and the names of their currencies")
  func coinbase() {
    func product(_ id: String, _ more: String) -> String {
      let parts = id.split(separator: "-")
      return
        #"{"id":"\#(id)","base_currency":"\#(parts[0])","quote_currency":"\#(parts[1])","status_message":null\#(more)}"#
    }
    let products = [
      product("BTC-USD", #","quote_increment":"0.01","status":"online","trading_disabled":false"#),
      product("ETH-JPY", #","quote_increment":"1","status":"online","post_only":true"#),
      product("OLD-USD", #","quote_increment":"0.00001","status":"delisted""#),
      product("AUC-USD", #","status":"online","auction_mode":true"#), #"{"id":"no symbol"}"#, "7",
    ]
    let currencies = #"[{"id":"BTC","name":"Bitcoin"},{"id":"ETH","name":"Ether"},{"id":"X"},3]"#
    #expect(
      lines(CoinbaseListing(), "[\(products.joined(separator: ","))]", currencies) == [
        "BTC-USD 'Bitcoin' USD 2 OPEN", "ETH-JPY 'Ether' JPY 0 HALTED", "OLD-USD 'OLD / USD' USD 5 CLOSED",
        "AUC-USD 'AUC / USD' USD - AUCTION",
      ])
    #expect(lines(CoinbaseListing(), "[\(products[0])]", "")?.count == 1, "Names are not needed")
    #expect(lines(CoinbaseListing(), #"{"message":"no"}"#) == nil)
  }

  @Test("Kraken's pairs are named as the WebSocket names them")
  func kraken() {
    let body = #"""
      {"error":[],"result":{
        "XXBTZUSD":{"wsname":"XBT/USD","pair_decimals":1,"tick_size":"0.1","status":"online","fees":[[0,0.40]]},
        "XDGEUR":{"wsname":"XDG/EUR","pair_decimals":7,"status":"cancel_only"},
        "OLD":{"wsname":"OLD/USD","pair_decimals":30,"status":"delisted"}, "BAD":{"altname":"BAD"}, "WORSE":7}}
      """#
    #expect(
      lines(KrakenListing(), body) == [
        "BTC/USD 'BTC / USD' USD 1 OPEN", "DOGE/EUR 'DOGE / EUR' EUR 7 HALTED",
        "OLD/USD 'OLD / USD' USD - CLOSED",
      ])
    #expect(lines(KrakenListing(), #"{"error":["EService:Unavailable"]}"#) == nil)
  }

  @Test("Binance's symbols take their increment from the price filter, unless it is switched off")
  func binance() {
    func symbol(_ name: String, _ tick: String, _ status: String) -> String {
      #"{"symbol":"\#(name)USDT","status":"\#(status)","baseAsset":"\#(name)","quoteAsset":"USDT","orderTypes":[],"#
        + #""filters":[{"filterType":"LOT_SIZE","stepSize":"0.1"},{"filterType":"PRICE_FILTER","tickSize":"\#(tick)"}]}"#
    }
    let symbols = [
      symbol("BTC", "0.01000000", "TRADING"), symbol("OFF", "0.00000000", "BREAK"), #"{"symbol":7}"#, "null",
    ]
    #expect(
      lines(BinanceListing(), #"{"serverTime":1795960800000,"symbols":[\#(symbols.joined(separator: ","))]}"#)
        == [
          "BTCUSDT 'BTC / USDT' USDT 2 OPEN", "OFFUSDT 'OFF / USDT' USDT - HALTED",
        ])
    #expect(lines(BinanceListing(), #"{"code":-1003,"msg":"Too many requests"}"#) == nil)
    #expect(lines(BinanceListing(), "<html>") == nil)
  }
}
