import TapeDomain
import Testing

@testable import TapeData

@Suite struct BinanceDialectTests {
  private static let bitcoin = VenueInstrument(
    symbol: symbol("BTCUSDT"), name: "BTC / USDT", currency: "USDT", scale: 2, session: .open)

  private static func ticker(last: String = #""64000.01000000""#, time: String = "1795960799123") -> String {
    #"{"e":"24hrTicker","E":\#(time),"s":"BTCUSDT","p":"1","P":"0.1","w":"1","x":"62999.00000000","#
      + #""c":\#(last),"Q":"1","b":"64000.00000000","B":"1","a":"64000.02000000","A":"1","o":"63000.00000000","#
      + #""h":"65000.00000000","l":"62000.00000000","v":"1","q":"1","O":0,"C":1,"F":0,"L":18446744073709551616,"n":1}"#
  }

  @Test(
    "A ticker has the increment's decimals, though its texts are padded, and the opening price of 24 hours")
  func ticker() {
    var reader = VenueReader(.binance, instruments: [Self.bitcoin])
    let messages = reader.read(Self.ticker())
    #expect(
      messages.first
        == .heartbeat(time: Timestamp(nanoseconds: 1_795_960_799_123_000_000), sent: nil, received: 0))
    guard case .snapshot(let patch)? = messages.last else {
      Issue.record("no snapshot: \(messages)")
      return
    }
    #expect(VenueReader.plain(patch) == "BTCUSDT 6400001 24h 6300000 scale 2 USDT")
    #expect(patch.bid == .set(6_400_000) && patch.ask == .set(6_400_002))
  }

  @Test("The same under a combined stream, and with times in microseconds")
  func combined() {
    var reader = VenueReader(.binance, instruments: [Self.bitcoin])
    let frame = #"{"stream":"btcusdt@ticker","data":\#(Self.ticker(time: "1795960799123456"))}"#
    #expect(
      reader.read(frame).first
        == .heartbeat(time: Timestamp(nanoseconds: 1_795_960_799_123_456_000), sent: nil, received: 0))
  }

  @Test(
    "A time that nanoseconds cannot count is none",
    arguments: ["9223372036855", "17959607991234", "9223372036854776", "9223372036854775807", "0", "-1"])
  func times(time: String) {
    var reader = VenueReader(.binance, instruments: [Self.bitcoin])
    let messages = reader.read(Self.ticker(time: time))
    #expect(messages.first == .heartbeat(time: nil, sent: nil, received: 0))
    #expect(messages.count == 2)
  }

  @Test("Without a list a known ending says the currency; another says none, which is no assumption")
  func currencies() {
    var reader = VenueReader(.binance)
    #expect(reader.prices(Self.ticker()) == ["BTCUSDT 6400001 24h 6300000 scale 2 USDT"])
    #expect(
      reader.prices(Self.ticker().replacing("BTCUSDT", with: "BTCXYZ")) == ["malformed BTCXYZ"])
  }

  @Test("An older event never moves the price back")
  func late() {
    var reader = VenueReader(.binance, instruments: [Self.bitcoin])
    _ = reader.prices(Self.ticker())
    #expect(reader.prices(Self.ticker(last: #""1""#, time: "1795960799122")) == ["dropped"])
  }

  @Test("Answers carry the number of the command; errors have several shapes")
  func answers() {
    var reader = VenueReader(.binance)
    #expect(reader.read(#"{"result":null,"id":3}"#) == [.answer(FeedAnswer(request: 3, .accepted))])
    #expect(
      reader.read(#"{"error":{"code":4,"msg":"Too many subscriptions"},"id":19}"#)
        == [.answer(FeedAnswer(request: 19, .later("Too many subscriptions")))])
    #expect(
      reader.read(#"{"code":2,"msg":"Invalid request: unknown variant"}"#)
        == [.answer(FeedAnswer(.refused("Invalid request: unknown variant")))])
  }

  @Test("The sentinel is a sign of life and no price; a shutdown is said; other events are dropped")
  func others() {
    var reader = VenueReader(.binance)
    let sentinel = #"{"e":"24hrMiniTicker","E":1795960799123,"s":"BTCUSDT","c":"1","o":"1"}"#
    #expect(reader.read(sentinel).map(\.isSignOfLife) == [true])
    #expect(reader.prices(sentinel) == [])
    #expect(reader.read(#"{"e":"serverShutdown","E":1795960799123}"#) == [.goingAway])
    #expect(
      reader.read(#"{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1}}"#) == [.goingAway])
    #expect(reader.read(#"{"e":"referencePrice","r":null}"#) == [.unknown])
  }

  @Test("Streams are in lower case, all symbols of a command in one message")
  func commands() {
    let reader = VenueReader(.binance)
    #expect(reader.opening == [#"{"method":"SUBSCRIBE","params":["btcusdt@miniTicker"],"id":0}"#])
    #expect(
      reader.said(.subscribe([symbol("BTCUSDT"), symbol("ETHBTC")], maxRate: 4))
        == [#"{"method":"SUBSCRIBE","params":["btcusdt@ticker","ethbtc@ticker"],"id":7}"#])
    #expect(
      reader.said(.unsubscribe([symbol("BTCUSDT")]))
        == [#"{"method":"UNSUBSCRIBE","params":["btcusdt@ticker"],"id":7}"#])
  }

  @Test(
    "The terms keep within five messages a second, pings and pongs included, and under a life of 24 hours")
  func limits() throws {
    let terms = BinanceDialect(context: VenueContext { VenueReader.wall }).terms
    let commands = try #require(terms.commands)
    // In any second: commands, one ping of ours and one pong.
    #expect(Duration.seconds(1) / commands.spacing < 3)
    #expect(terms.liveness.pingSpacing >= .seconds(1))
    #expect(try #require(terms.longestLife) < .seconds(24 * 3600))
  }
}
