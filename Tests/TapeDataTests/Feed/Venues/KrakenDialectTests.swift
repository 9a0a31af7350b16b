import TapeDomain
import Testing

@testable import TapeData

@Suite struct KrakenDialectTests {
  private static let instruments = [
    VenueInstrument(symbol: symbol("BTC/USD"), name: "BTC / USD", currency: "USD", scale: 1, session: .open),
    VenueInstrument(
      symbol: symbol("OFF/USD"), name: "OFF / USD", currency: "USD", scale: 2, session: .halted),
  ]

  private static func ticker(
    last: String = "105899.40", change: String = "250.00", time: String? = "2026-11-29T13:59:59.5Z",
    symbol: String = "BTC/USD", type: String = "update"
  ) -> String {
    let stamp = time.map { #","timestamp":"\#($0)""# } ?? ""
    return
      #"{"channel":"ticker","type":"\#(type)","data":[{"symbol":"\#(symbol)","bid":105899.3,"bid_qty":2.5,"#
      + #""ask":105899.5,"ask_qty":3.2,"last":\#(last),"volume":163.2,"vwap":105904.3,"low":104000,"high":1.06e5,"#
      + #""change":\#(change),"change_pct":0.24\#(stamp)}]}"#
  }

  @Test("Numbers are read from their text; the price of 24 hours ago is the last less the change, exactly")
  func ticker() {
    var reader = VenueReader(.kraken, instruments: Self.instruments)
    let messages = reader.read(Self.ticker(type: "snapshot"))
    guard case .snapshot(let patch)? = messages.first else {
      Issue.record("no snapshot: \(messages)")
      return
    }
    #expect(VenueReader.plain(patch) == "BTC/USD 1058994 24h 1056494 scale 1 USD")
    #expect(patch.high == .set(1_060_000) && patch.low == .set(1_040_000))
    #expect(patch.time == Timestamp(nanoseconds: 1_795_960_799_500_000_000))
  }

  @Test(
    "What a number may look like",
    arguments: [
      ("6.44e-06", "1e-7", "BTC/USD 644 24h 634 scale 8 USD"),
      ("8.71E-6", "-0", "BTC/USD 871 24h 871 scale 8 USD"),
      ("105899", "-0.5", "BTC/USD 1058990 24h 1058995 scale 1 USD"),
      ("105899.4", "0.30000000000000004", "BTC/USD 1058994 24h 1058991 scale 1 USD"),
      ("0", "0", "BTC/USD null 24h absent scale 1 USD"),
      ("null", "null", "BTC/USD null 24h absent scale 1 USD"),
      ("1e99", "0", "malformed BTC/USD"),
    ])
  func numbers(last: String, change: String, expected: String) {
    var reader = VenueReader(.kraken, instruments: Self.instruments)
    let frame =
      #"{"channel":"ticker","data":[{"symbol":"BTC/USD","last":\#(last),"change":\#(change)}]}"#
    #expect(reader.prices(frame) == [expected])
  }

  @Test("Without a time of its own a message is taken in its order, at the time of its arrival")
  func withoutTime() {
    var reader = VenueReader(.kraken, instruments: Self.instruments)
    guard case .snapshot(let patch)? = reader.read(Self.ticker(time: nil)).first else {
      Issue.record("no snapshot")
      return
    }
    #expect(patch.time == VenueReader.wall)
    #expect(
      reader.prices(Self.ticker(last: "5", change: "1", time: nil)) == ["BTC/USD 50 24h 40 scale 1 USD"])
  }

  @Test("A snapshot that newer prices have overtaken confirms those, and an update that is older is dropped")
  func overtaken() {
    var reader = VenueReader(.kraken, instruments: Self.instruments)
    _ = reader.prices(Self.ticker())
    let old = "2026-11-29T13:59:58Z"
    #expect(
      reader.prices(Self.ticker(last: "5", change: "1", time: old, type: "snapshot"))
        == ["BTC/USD 1058994 24h 1056494 scale 1 USD"])
    #expect(reader.prices(Self.ticker(last: "5", change: "1", time: old)) == ["dropped"])
  }

  @Test("Each symbol is answered by itself; an answer says the venue's time")
  func answers() {
    var reader = VenueReader(.kraken)
    let accepted =
      #"{"method":"subscribe","result":{"channel":"ticker","symbol":"BTC/USD","snapshot":true},"success":true,"#
      + #""time_in":"2026-11-29T13:59:59Z","time_out":"2026-11-29T13:59:59Z","req_id":4}"#
    #expect(
      reader.read(accepted) == [
        .heartbeat(time: Timestamp(seconds: 1_795_960_799), sent: nil, received: 0),
        .answer(FeedAnswer(request: 4, symbols: [symbol("BTC/USD")], .accepted)),
      ])
    func refused(_ error: String, _ more: String = "") -> [FeedMessage] {
      reader.read(#"{"error":"\#(error)","method":"subscribe","success":false,"req_id":4\#(more)}"#)
    }
    #expect(
      refused("Currency pair not supported XBT/USD", #","symbol":"XBT/USD""#)
        == [.answer(FeedAnswer(request: 4, symbols: [symbol("XBT/USD")], .unknownSymbol))])
    #expect(
      refused("Already subscribed to ticker") == [.answer(FeedAnswer(request: 4, .accepted))])
    #expect(
      reader.read(#"{"Error":"Exceeded msg rate"}"#) == [.answer(FeedAnswer(.later("Exceeded msg rate")))])
    #expect(
      reader.read(#"{"method":"error","error":"Malformed request","success":false}"#)
        == [.answer(FeedAnswer(.refused("Malformed request")))])
    #expect(reader.read(#"{"method":"pong","req_id":1}"#) == [.unknown])
  }

  @Test(
    "The venue's state is a session of every symbol that has a quote, and ends",
    arguments: ["maintenance", "cancel_only", "post_only"])
  func status(system: String) {
    var reader = VenueReader(.kraken, instruments: Self.instruments)
    func status(_ system: String) -> String {
      #"{"channel":"status","type":"update","data":[{"system":"\#(system)","api_version":"v2","#
        + #""connection_id":14545728493745856413,"version":"2.0.9"}]}"#
    }
    #expect(reader.read(status("online")) == [.market(session: .open, symbols: [])])
    _ = reader.read(Self.ticker(), Self.ticker(symbol: "OFF/USD"))
    let both = [symbol("BTC/USD"), symbol("OFF/USD")]
    #expect(reader.read(status(system)) == [.market(session: .halted, symbols: both)])
    guard case .snapshot(let patch)? = reader.read(Self.ticker()).first else {
      Issue.record("no snapshot")
      return
    }
    #expect(patch.session == .set(.halted))
    #expect(
      reader.read(status("online")) == [
        .market(session: .halted, symbols: [symbol("OFF/USD")]),
        .market(session: .open, symbols: [symbol("BTC/USD")]),
      ])
  }

  @Test("A heartbeat is one; a ticker without a symbol is malformed; a new channel is dropped")
  func others() {
    var reader = VenueReader(.kraken)
    #expect(reader.read(#"{"channel":"heartbeat"}"#) == [.heartbeat(time: nil, sent: nil, received: 0)])
    #expect(reader.prices(#"{"channel":"ticker","data":[7,null,{"last":1}]}"#) == ["malformed -"])
    #expect(reader.prices(#"{"channel":"brand_new"}"#, "{}") == ["dropped", "dropped"])
  }

  @Test("Commands carry their number")
  func commands() {
    let reader = VenueReader(.kraken)
    #expect(reader.opening.isEmpty)
    #expect(
      reader.said(.subscribe([symbol("BTC/USD")], maxRate: 1)) == [
        #"{"method":"subscribe","params":{"channel":"ticker","symbol":["BTC/USD"],"event_trigger":"trades","#
          + #""snapshot":true},"req_id":7}"#
      ])
    #expect(
      reader.said(.unsubscribe([symbol("BTC/USD")])) == [
        #"{"method":"unsubscribe","params":{"channel":"ticker","symbol":["BTC/USD"]},"req_id":7}"#
      ])
  }
}
