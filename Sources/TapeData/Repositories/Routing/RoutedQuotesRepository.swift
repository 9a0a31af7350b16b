import Synchronization
public import TapeDomain

/// Quotes of several sources as one repository: a symbol may name the source on which it is watched.
///
/// Sources other than the list's own are opened when the first symbol that names them is watched. A list that names none
/// costs nothing: its events are those of its source.
public struct RoutedQuotesRepository: QuotesRepository {
  /// The source that is open already.
  private let main: RoutedSource
  private let mainName: String
  /// The source of symbols that name none.
  private let home: String
  /// Whether the list to begin with mixes sources: while nothing is watched, none of them speaks for it.
  private let isMixed: Bool
  private let names: Set<String>
  /// Opens a source by its name, once; throws ``WatchlistError`` with a sentence for the rows that want it.
  private let open: @Sendable (String) async throws(WatchlistError) -> RoutedSource

  /// A repository over `main`, whose name is `mainName`, and over what `open` opens of `names`.
  ///
  /// - Parameters:
  ///   - home: The source of symbols that name none; nil for `main`.
  ///   - isMixed: Whether the list to begin with mixes sources, so that ``main`` does not speak for it before it is watched.
  public init(
    main: RoutedSource, named mainName: String, home: String? = nil, isMixed: Bool = false,
    names: Set<String>,
    open: @escaping @Sendable (String) async throws(WatchlistError) -> RoutedSource
  ) {
    self.main = main
    self.mainName = mainName
    self.home = home ?? mainName
    self.isMixed = isMixed
    self.names = names
    self.open = open
  }

  /// See ``QuotesRepository/events(for:)``.
  public func events(for symbols: Set<Symbol>) -> AsyncStream<[QuoteEvent]> {
    events(for: symbols, background: [])
  }

  /// See ``QuotesRepository/events(for:background:)``.
  public func events(for symbols: Set<Symbol>, background: Set<Symbol>) -> AsyncStream<[QuoteEvent]> {
    var legs: [String: RouteLeg] = [:]
    for (set, isFast) in [(symbols, true), (background, false)] {
      for symbol in set {
        let route = SymbolRoute(symbol, sources: names)
        legs[route?.source ?? home, default: RouteLeg()].add(
          symbol, as: route?.symbol ?? symbol, isFast: isFast)
      }
    }
    let isPlain = legs.isEmpty ? !isMixed : (legs.count == 1 && legs[mainName]?.isPlain == true)
    if isPlain { return plain(symbols, background) }
    let watch = RoutedWatch(legs: legs, main: (mainName, main), open: open)
    return AsyncStream(unfolding: { await watch.next() }, onCancel: { Task { await watch.end() } })
  }

  /// The events of the list's own source, which the header may have to be told of after a list of others.
  private func plain(_ symbols: Set<Symbol>, _ background: Set<Symbol>) -> AsyncStream<[QuoteEvent]> {
    let events = main.quotes.events(for: symbols, background: background)
    guard let label = main.label else { return events }
    let isTold = Atomic<Bool>(false)
    return AsyncStream(unfolding: {
      if !isTold.exchange(true, ordering: .relaxed) { return [.source(label)] }
      return await events.first { _ in true }
    })
  }
}
