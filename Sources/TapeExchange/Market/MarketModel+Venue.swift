import TapeDomain

/// What the venue does because somebody asked, rather than by itself.
extension MarketModel {
  /// Moves the price one step now; without trading only the time of the quote is said anew.
  mutating func move(_ index: Int, at moment: Moment) -> MarketChange {
    let isTrading = isTrading(index)
    return change(index, at: moment) { quote, instrument, random in
      guard isTrading else { return }
      let price = PriceWalk.step(from: quote.last, in: instrument, using: &random)
      quote.trade(at: price, spread: instrument.tick, units: 10, time: moment.wall)
    }
  }

  /// Sets the last price now, in units of the instrument's scale.
  mutating func setPrice(_ price: Int, of index: Int, at moment: Moment) -> MarketChange {
    change(index, at: moment) { quote, instrument, _ in
      quote.trade(at: price, spread: instrument.tick, units: 10, time: moment.wall)
    }
  }

  /// Halts trading in an instrument, or lifts its halt.
  mutating func toggleHalt(of index: Int, at moment: Moment) -> MarketChange {
    change(index, at: moment) { quote, _, _ in quote.session = quote.session == .halted ? .open : .halted }
  }

  /// Sets the session of everything listed on `exchange`; nil when nothing is.
  mutating func setSession(
    _ session: MarketSession, on exchange: String, at moment: Moment
  ) -> MarketNotice? {
    let listed = instruments.indices.filter { instruments[$0].exchange == exchange }
    guard !listed.isEmpty else { return nil }
    for index in listed {
      _ = change(index, at: moment) { quote, _, _ in quote.session = session }
    }
    return MarketNotice(
      exchange: exchange, session: session,
      nextOpen: session == .closed ? MarketNotice.nextOpen(after: moment.wall) : nil, indices: listed)
  }
}
