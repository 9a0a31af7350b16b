/// A list of the user's: a name, and instruments in an order, each symbol once.
public struct NamedList: Equatable, Sendable {
  /// The list.
  public let id: ListID
  /// What it is called.
  public var name: ListName
  /// The instruments in the user's order.
  public private(set) var instruments: [Instrument]

  /// A list of those values; a symbol that comes again is merged into its first place.
  public init(id: ListID, name: ListName, instruments: [Instrument] = []) {
    self.id = id
    self.name = name
    self.instruments = Watchlist(name: "", instruments: instruments).instruments
  }

  /// What is known of the list without its instruments.
  public var header: ListHeader { ListHeader(id: id, name: name, count: instruments.count) }

  /// Where an instrument stands, from 0; nil when it is not in the list.
  public func place(of symbol: Symbol) -> Int? {
    instruments.firstIndex { $0.symbol == symbol }
  }

  /// Makes a change.
  ///
  /// - Returns: The edit that undoes it.
  /// - Throws: ``ListError`` when a rule says no; the list is as it was then.
  @discardableResult
  public mutating func apply(_ edit: ListEdit) throws(ListError) -> ListEdit {
    switch edit {
    case .add(let instrument, let place): try add(instrument, at: place)
    case .remove(let symbol): try remove(symbol)
    case .move(let symbol, let place): try move(symbol, to: place)
    case .replace(let instruments): replace(with: instruments)
    }
  }

  private mutating func add(_ instrument: Instrument, at place: Int?) throws(ListError) -> ListEdit {
    if self.place(of: instrument.symbol) != nil {
      throw ListError(.refused, "\"\(instrument.symbol)\" is in the list \"\(name)\" already.")
    }
    instruments.insert(instrument, at: min(max(0, place ?? instruments.count), instruments.count))
    return .remove(instrument.symbol)
  }

  private mutating func remove(_ symbol: Symbol) throws(ListError) -> ListEdit {
    let place = try found(symbol)
    return .add(instruments.remove(at: place), at: place)
  }

  private mutating func move(_ symbol: Symbol, to place: Int) throws(ListError) -> ListEdit {
    let old = try found(symbol)
    let new = min(max(0, place), instruments.count - 1)
    instruments.insert(instruments.remove(at: old), at: new)
    return .move(symbol, to: old)
  }

  private mutating func replace(with others: [Instrument]) -> ListEdit {
    defer { instruments = Watchlist(name: "", instruments: others).instruments }
    return .replace(instruments)
  }

  private func found(_ symbol: Symbol) throws(ListError) -> Int {
    if let place = place(of: symbol) { return place }
    throw ListError(.notFound, "\"\(symbol)\" is not in the list \"\(name)\".")
  }
}
