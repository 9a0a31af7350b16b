extension ExchangeCore {
  /// Why a fault would do nothing, as a sentence; nil when it would do something.
  func objection(to fault: ExchangeFault) -> String? {
    switch fault {
    case .gap(let symbol), .lose(let symbol), .halt(let symbol), .price(let symbol, _):
      return market.index(of: symbol) == nil ? "\"\(symbol)\" is not listed here." : nil
    case .close(let exchange), .open(let exchange):
      let known = Set(market.instruments.map(\.exchange)).sorted()
      return known.contains(exchange)
        ? nil : "\"\(exchange)\" is no exchange here. Known are: \(known.joined(separator: ", "))."
    default:
      return nil
    }
  }
}
