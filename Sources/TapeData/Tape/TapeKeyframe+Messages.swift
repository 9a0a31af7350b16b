import TapeDomain

extension TapeKeyframe {
  /// What a server of the native protocol would say to somebody who connects at that moment, as text messages.
  ///
  /// Only what was proven is said: a row that waited for its snapshot gets the recorded one.
  var messages: [[UInt8]] {
    let source = source.map { source in
      let texts = Self.members([
        ("type", "source"), ("name", source.name), ("quality", source.quality),
      ])
      return texts + Array(",\"simulated\":\(source.simulated)}".utf8)
    }
    return (source.map { [$0] } ?? []) + rows.compactMap(\.message)
  }

  /// The beginning of an object with texts.
  fileprivate static func members(_ texts: [(name: String, text: String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, text) in texts {
      bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
      bytes += JSONText.quoted(name) + [UInt8(ascii: ":")] + JSONText.quoted(text)
    }
    return bytes
  }
}

extension TapeKeyframe.Row {
  /// The row's snapshot, or why there is none; nil when neither is known.
  fileprivate var message: [UInt8]? {
    if absence == "unknown" {
      let texts = TapeKeyframe.members([
        ("type", "error"), ("code", "unknown_symbol"), ("symbol", symbol), ("message", "no such symbol"),
      ])
      return texts + [UInt8(ascii: "}")]
    }
    guard state == "current", let quote else { return nil }
    var bytes = TapeKeyframe.members([
      ("type", "snapshot"), ("symbol", symbol), ("currency", quote.currency), ("session", quote.session),
      ("time", Timestamp(nanoseconds: quote.time).rfc3339(fractionDigits: 9)),
    ])
    // A reference of another kind has no name in the protocol.
    let previous = quote.referenceKind == "previousClose" ? quote.reference : nil
    let numbers: [(String, Int?)] = [
      ("seq", number), ("scale", quote.scale), ("delay", quote.delay), ("last", quote.units(of: quote.last)),
      ("previousClose", quote.units(of: previous)), ("open", quote.units(of: quote.open)),
      ("high", quote.units(of: quote.high)), ("low", quote.units(of: quote.low)),
      ("bid", quote.units(of: quote.bid)), ("ask", quote.units(of: quote.ask)), ("volume", quote.volume),
    ]
    for case (let name, let value?) in numbers { bytes += Array(",\"\(name)\":\(value)".utf8) }
    return bytes + [UInt8(ascii: "}")]
  }
}

extension TapeKeyframe.Values {
  /// The amount as a message of this currency and scale says it; nil when it cannot.
  fileprivate func units(of price: TapeKeyframe.Price?) -> Int? {
    guard let price, price.currency == currency, price.scale == scale else { return nil }
    return price.units
  }
}
