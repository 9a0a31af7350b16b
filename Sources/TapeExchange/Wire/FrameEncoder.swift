import TapeDomain

/// The server's messages as text frames.
enum FrameEncoder {
  /// The full current quote, numbered like the last update it includes.
  static func snapshot(_ instrument: ListedInstrument, _ quote: MarketQuote, number: Int) -> [UInt8] {
    var json = JSONWriter(capacity: 320)
    json.raw(#"{"type":"snapshot","symbol":"#)
    json.string(instrument.symbol.text)
    json.field(#","seq":"#, number)
    json.field(#","last":"#, quote.last)
    if let previousClose = instrument.previousClose {
      json.field(#","previousClose":"#, previousClose)
    } else {
      json.raw(#","previousClose":null"#)
    }
    json.raw(#","currency":"#)
    json.string(instrument.currency)
    json.raw(#","time":"#)
    json.time(quote.time)
    json.field(#","scale":"#, instrument.scale)
    json.field(#","open":"#, quote.open)
    json.field(#","high":"#, quote.high)
    json.field(#","low":"#, quote.low)
    json.field(#","bid":"#, quote.bid)
    json.field(#","ask":"#, quote.ask)
    json.field(#","volume":"#, quote.volume)
    json.raw(#","session":"#)
    json.string(quote.session.rawValue)
    json.field(#","delay":"#, instrument.delayMinutes)
    json.byte(0x7D)
    return json.bytes
  }

  /// What changed since `sent`, which the client has: the last price always, other fields only when they differ.
  static func update(
    _ instrument: ListedInstrument, _ quote: MarketQuote, since sent: MarketQuote, number: Int
  ) -> [UInt8] {
    var json = JSONWriter(capacity: 192)
    json.raw(#"{"type":"update","symbol":"#)
    json.string(instrument.symbol.text)
    json.field(#","seq":"#, number)
    json.field(#","last":"#, quote.last)
    json.raw(#","time":"#)
    json.time(quote.time)
    if quote.open != sent.open { json.field(#","open":"#, quote.open) }
    if quote.high != sent.high { json.field(#","high":"#, quote.high) }
    if quote.low != sent.low { json.field(#","low":"#, quote.low) }
    if quote.bid != sent.bid { json.field(#","bid":"#, quote.bid) }
    if quote.ask != sent.ask { json.field(#","ask":"#, quote.ask) }
    if quote.volume != sent.volume { json.field(#","volume":"#, quote.volume) }
    if quote.session != sent.session {
      json.raw(#","session":"#)
      json.string(quote.session.rawValue)
    }
    json.byte(0x7D)
    return json.bytes
  }

  /// The feed is alive; `sent` text frames went before this one on the connection.
  static func heartbeat(time: Timestamp, sent: Int) -> [UInt8] {
    var json = JSONWriter(capacity: 96)
    json.raw(#"{"type":"heartbeat","time":"#)
    json.time(time)
    json.field(#","sent":"#, sent)
    json.byte(0x7D)
    return json.bytes
  }

  /// The session of these symbols changed.
  static func market(_ notice: MarketNotice, symbols: some Sequence<Symbol>) -> [UInt8] {
    var json = JSONWriter(capacity: 256)
    json.raw(#"{"type":"market","session":"#)
    json.string(notice.session.rawValue)
    if let nextOpen = notice.nextOpen {
      json.raw(#","nextOpen":"#)
      json.time(nextOpen)
    }
    json.raw(#","exchange":"#)
    json.string(notice.exchange)
    json.raw(#","symbols":["#)
    var isFirst = true
    for symbol in symbols {
      if !isFirst { json.byte(0x2C) }
      isFirst = false
      json.string(symbol.text)
    }
    json.raw("]}")
    return json.bytes
  }

  /// What this source is, so that its prices are never mistaken for real ones.
  static let source = Array(
    #"{"type":"source","name":"DEMO","quality":"simulated prices","simulated":true}"#.utf8)

  /// Something the client asked for cannot be done.
  static func error(_ error: ClientError) -> [UInt8] {
    var json = JSONWriter(capacity: 160)
    json.raw(#"{"type":"error","code":"#)
    json.string(error.code)
    if let symbol = error.symbol {
      json.raw(#","symbol":"#)
      json.string(symbol.text)
    }
    json.raw(#","message":"#)
    json.string(error.message)
    json.byte(0x7D)
    return json.bytes
  }

  /// The body of `GET /v1/watchlist`: every instrument, in display order.
  static func watchlist(_ instruments: [ListedInstrument]) -> [UInt8] {
    var json = JSONWriter(capacity: 32 + 64 * instruments.count)
    json.raw(#"{"instruments":["#)
    for (place, instrument) in instruments.enumerated() {
      if place > 0 { json.byte(0x2C) }
      json.raw(#"{"symbol":"#)
      json.string(instrument.symbol.text)
      json.raw(#","name":"#)
      json.string(instrument.name)
      json.byte(0x7D)
    }
    json.raw("]}")
    return json.bytes
  }

  /// A frame that begins like a message and is not JSON.
  static let malformed = Array(#"{"type":"update","symbol":"ACME","seq":"#.utf8)
}

extension JSONWriter {
  /// Writes a field's key and its integer.
  fileprivate mutating func field(_ key: StaticString, _ value: Int) {
    raw(key)
    integer(value)
  }
}
