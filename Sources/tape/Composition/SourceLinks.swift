import Synchronization
import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// The links of a run: the one of its source, and those of sources that single symbols name, opened when they are
/// wanted.
final class SourceLinks: Sendable {
  private struct Others {
    var openings: [String: Task<Result<SourceLink, WatchlistError>, Never>] = [:]
    var open: [String: SourceLink] = [:]
  }

  /// The link of the run's source.
  let main: SourceLink
  private let options: Options
  private let surroundings: LinkSurroundings
  private let others = Mutex(Others())

  /// The links beside `main`, which is started already.
  init(main: SourceLink, options: Options, in surroundings: LinkSurroundings) {
    self.main = main
    self.options = options
    self.surroundings = surroundings
  }

  /// Every link that was opened.
  var all: [SourceLink] { [main] + others.withLock { $0.open.sorted { $0.key < $1.key }.map(\.value) } }

  /// The name of the source of symbols that name none: the one that was asked for, which is not ``main`` where it cannot be used.
  var homeName: String { options.source.profile?.name ?? mainName }

  /// The name of the run's source.
  var mainName: String { main.source.venue?.profile.name ?? "tape" }

  /// Whether the list to begin with names several sources, or one that another stands in for.
  var isMixed: Bool {
    let sources = (options.symbols + options.listed).map {
      SymbolRoute($0, sources: Self.names)?.source ?? homeName
    }
    return Set(sources + [mainName]).count > 1
  }

  /// The names that a symbol may name.
  static var names: Set<String> { Set(SourceCatalog.all.map(\.name)) }

  /// The instrument as the run's source calls it; nil when another source has it.
  func own(_ instrument: Instrument) -> Instrument? {
    let route = SymbolRoute(instrument.symbol, sources: Self.names)
    guard (route?.source ?? homeName) == mainName else { return nil }
    return Instrument(symbol: route?.symbol ?? instrument.symbol, name: instrument.name)
  }

  /// The quotes of all sources as one repository.
  var quotes: RoutedQuotesRepository {
    RoutedQuotesRepository(
      main: RoutedSource(main), named: mainName, home: homeName, isMixed: isMixed, names: Self.names,
      open: { name throws(WatchlistError) in RoutedSource(try await self.link(to: name)) })
  }

  /// The link to the source of that name, opened by the first who wants it.
  ///
  /// - Throws: ``WatchlistError`` when it cannot be used, such as for want of a key.
  func link(to name: String) async throws(WatchlistError) -> SourceLink {
    if name == mainName { return main }
    let opening = others.withLock { others in
      if let opening = others.openings[name] { return opening }
      let opening = Task { await self.open(name) }
      others.openings[name] = opening
      return opening
    }
    return try await opening.value.get()
  }

  /// What all of them counted.
  func statistics() async -> FeedStatistics {
    var sum = FeedStatistics()
    for link in all {
      var statistics = await link.repository.statistics()
      let traffic = await link.link.traffic()
      statistics.bytesIn = traffic.received
      statistics.bytesOut = traffic.sent
      statistics.reconnects = await link.link.reconnects
      sum.add(statistics)
    }
    return sum
  }

  /// Ends them all.
  func stop() async {
    others.withLock { $0.openings }.values.forEach { $0.cancel() }
    for link in all { await link.stop() }
  }

  private func open(_ name: String) async -> Result<SourceLink, WatchlistError> {
    if main.source.label.isSimulated {
      return .failure(
        WatchlistError(
          sentence:
            "the demo's prices are not real, and are not mixed with real ones: start with --source \(name)",
          isRefusal: true))
    }
    guard let choice = SourceChoice(name: name) else {
      return .failure(WatchlistError(sentence: "there is no source '\(name)'", isRefusal: true))
    }
    var options = options
    options.source = choice
    // The list has other symbols; which ones it is asked for is said when they are watched.
    options.symbols = Symbol(name).map { [$0] } ?? []
    // What is given without a name is meant for the source that was asked for.
    if name != homeName { (options.server, options.rest) = (options.servers[name], options.rests[name]) }
    do {
      let source = try SourceParts.make(
        options, exchange: nil, environment: surroundings.environment, time: surroundings.time)
      let link = SourceLink(source, options: options, recorder: nil, in: surroundings)
      await link.start()
      others.withLock { $0.open[name] = link }
      return .success(link)
    } catch {
      return .failure(WatchlistError(sentence: SourceParts.sentence(of: error), isRefusal: true))
    }
  }
}

extension RoutedSource {
  /// The source behind that link.
  init(_ link: SourceLink) {
    let profile = link.source.venue?.profile
    self.init(
      title: profile?.title ?? link.source.label.quality, quotes: link.repository,
      label: profile.map { $0.poll == nil && $0.supplement == nil } == true
        ? FeedSource(name: link.source.label.word, quality: link.source.label.quality, isSimulated: false)
        : nil,
      quality: profile?.rowQuality ?? .asSource)
  }
}
