import TapeDomain

/// `GET /0/public/AssetPairs`: pairs by a key of their own, named for the WebSocket in `wsname`.
struct KrakenListing: InstrumentListing {
  let paths = ["/0/public/AssetPairs"]

  func instruments(in bodies: [[UInt8]]) -> [VenueInstrument]? {
    guard let body = bodies.first else { return nil }
    return try? Self.pairs(in: body)
  }

  private static func pairs(in body: [UInt8]) throws(JSONFault) -> [VenueInstrument]? {
    let bytes = body.span
    var result: [VenueInstrument]?
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      if try scanner.key(in: bytes).string(of: bytes) == "result", scanner.container(in: bytes) == .object {
        result = try pairs(with: &scanner, from: bytes)
      } else {
        try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    return result
  }

  private static func pairs(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) -> [VenueInstrument] {
    var result: [VenueInstrument] = []
    var more = try scanner.begin(.object, in: bytes)
    while more {
      _ = try scanner.key(in: bytes)
      let fields = try scanner.texts(of: ["wsname", "pair_decimals", "tick_size", "status"], in: bytes)
      if let pair = pair(fields) { result.append(pair) }
      more = try scanner.next(.object, in: bytes)
    }
    return result
  }

  private static func pair(_ fields: [String: String]) -> VenueInstrument? {
    // The list still says XBT and XDG where the WebSocket says BTC and DOGE.
    let parts = fields["wsname"]?.split(separator: "/").map { renamed[String($0)] ?? String($0) } ?? []
    guard parts.count == 2, let symbol = Symbol("\(parts[0])/\(parts[1])"),
      VenueInstrument.isCurrency(parts[1])
    else { return nil }
    let increment = fields["tick_size"].flatMap(VenueInstrument.scale(ofIncrement:))
    let decimals = fields["pair_decimals"].flatMap { Int($0) }.flatMap { (0...18).contains($0) ? $0 : nil }
    let session: MarketSession =
      switch fields["status"] ?? "online" {
      case "online", "limit_only", "reduce_only": .open
      case "delisted": .closed
      default: .halted
      }
    return VenueInstrument(
      symbol: symbol, name: "\(parts[0]) / \(parts[1])", currency: parts[1], scale: increment ?? decimals,
      session: session)
  }

  private static let renamed = ["XBT": "BTC", "XDG": "DOGE"]
}
