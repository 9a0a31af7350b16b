/// One change of a server's list.
public struct ServerListChange: Hashable, Sendable {
  /// The instrument.
  public let instrument: Instrument
  /// Whether it is added, else taken out.
  public let adds: Bool

  /// A change of those values.
  public init(_ instrument: Instrument, adds: Bool) {
    self.instrument = instrument
    self.adds = adds
  }
}

extension Sequence<ServerListChange> {
  /// The list as it is with these changes; one that is in it already leaves it as it is.
  public func applied(to instruments: [Instrument]) -> [Instrument] {
    var list = instruments
    var symbols = Set(list.map(\.symbol))
    for change in self {
      let symbol = change.instrument.symbol
      if change.adds {
        if symbols.insert(symbol).inserted { list.append(change.instrument) }
      } else if symbols.remove(symbol) != nil {
        list.removeAll { $0.symbol == symbol }
      }
    }
    return list
  }
}
