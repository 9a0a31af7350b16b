import TapeDomain

extension GraphQLReading {
  /// What one quote of an answer says of a symbol.
  func tick(of item: JSONNode, _ symbol: Symbol) -> PolledTick {
    func node(_ field: Field) -> JSONNode? { fields[field].flatMap { item[$0] } }
    func price(_ field: Field) -> PriceField {
      guard let node = node(field) else { return .missing }
      guard form == .minor, case .value(let number) = node.price else { return node.price }
      return number.shifted(by: decimals).map { .value($0) } ?? .unfit
    }
    var tick = PolledTick(symbol: symbol)
    tick.name = node(.name)?.words
    tick.currency = node(.currency)?.words ?? currency
    tick.time = node(.time)?.words.flatMap(time)
    tick.session = node(.session).flatMap(Self.session)
    tick.delayMinutes = node(.delay)?.words.flatMap { Int($0) }.flatMap {
      (0...10_000).contains($0) ? $0 : nil
    }
    tick.volume = node(.volume)?.words.flatMap { Int($0) }
    tick.last = price(.price)
    tick.previousClose = price(.previousClose)
    tick.change = price(.change)
    tick.open = price(.open)
    tick.high = price(.high)
    tick.low = price(.low)
    tick.bid = price(.bid)
    tick.ask = price(.ask)
    return tick
  }

  private func time(_ text: String) -> Timestamp? {
    if timeUnit == .rfc3339 {
      var reader = RFC3339Reader()
      let bytes = Array(text.utf8)
      return reader.timestamp(of: bytes.span)
    }
    let decimals =
      switch timeUnit {
      case .seconds: 9
      case .milliseconds: 6
      case .microseconds: 3
      case .nanoseconds, .rfc3339: 0
      }
    // As a price: some servers write 1.8e9, or parts of a second.
    let bytes = Array(text.utf8)
    guard let count = DecimalNumber(bytes.span), count.units > 0,
      let nanoseconds = count.rounded(to: decimals).units(atScale: decimals)
    else { return nil }
    return Timestamp(nanoseconds: Int64(nanoseconds))
  }

  /// The session that a word, or whether the market is open, says; nil for a word that is not known.
  private static func session(_ node: JSONNode) -> MarketSession? {
    if case .flag(let isOpen) = node { return isOpen ? .open : .closed }
    switch node.words?.uppercased() {
    case "OPEN", "REGULAR", "TRADING", "CONTINUOUS": return .open
    case "CLOSED", "CLOSE", "PREPRE", "POSTPOST": return .closed
    case "PRE", "PREMARKET", "PRE-MARKET", "PRE_MARKET": return .pre
    case "POST", "POSTMARKET", "POST-MARKET", "POST_MARKET", "AFTER-HOURS", "AFTER_HOURS": return .post
    case "HALTED", "HALT", "SUSPENDED": return .halted
    case "AUCTION": return .auction
    default: return nil
    }
  }
}

extension DecimalNumber {
  /// The number divided by that power of ten; nil when it has more decimals than are kept.
  func shifted(by decimals: Int) -> DecimalNumber? {
    var (units, scale) = (units, scale + decimals)
    while scale > 0, units % 10 == 0 {
      units /= 10
      scale -= 1
    }
    return scale <= 18 ? DecimalNumber(units: units, scale: scale) : nil
  }
}
