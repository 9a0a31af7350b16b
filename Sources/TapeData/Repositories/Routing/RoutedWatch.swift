import TapeDomain

/// One watcher's seat at several sources: each is pulled again when what it said last was taken, so that nothing
/// grows between them and the watcher.
actor RoutedWatch {
  private var merge: RouteMerge
  private var waiting: [QuoteEvent]
  private var isOver = false
  private var legs: [String: RouteLeg]
  private let main: (name: String, source: RoutedSource)
  private let open: @Sendable (String) async throws(WatchlistError) -> RoutedSource
  private var pumps: [Task<Void, Never>] = []
  private var reader: CheckedContinuation<Void, Never>?
  private var writers: [CheckedContinuation<Void, Never>] = []

  init(
    legs: [String: RouteLeg], main: (name: String, source: RoutedSource),
    open: @escaping @Sendable (String) async throws(WatchlistError) -> RoutedSource
  ) {
    self.legs = legs
    self.main = main
    self.open = open
    merge = RouteMerge(legs)
    waiting = []
  }

  deinit {
    for pump in pumps { pump.cancel() }
  }

  /// What came since the last pull; nil at the end.
  func next() async -> [QuoteEvent]? {
    start()
    while !Task.isCancelled, !isOver {
      if !waiting.isEmpty {
        defer { waiting = [] }
        for writer in writers { writer.resume() }
        writers = []
        return waiting
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if isOver || Task.isCancelled { continuation.resume() } else { reader = continuation }
        }
      } onCancel: {
        Task { await self.end() }
      }
    }
    end()
    return nil
  }

  /// Ends the watch at every source.
  func end() {
    isOver = true
    for pump in pumps { pump.cancel() }
    pumps = []
    wake()
    for writer in writers { writer.resume() }
    writers = []
  }

  private func start() {
    guard pumps.isEmpty, !isOver else { return }
    pumps = legs.map { name, leg in
      Task { [weak self, main, open] in
        do throws(WatchlistError) {
          let source = name == main.name ? main.source : try await open(name)
          await self?.opened(name, source)
          for await events in source.quotes.events(for: leg.symbols, background: leg.background) {
            guard await self?.offer(events, of: name) == true else { return }
          }
        } catch {
          await self?.failed(name, error.sentence)
        }
      }
    }
  }

  private func opened(_ name: String, _ source: RoutedSource) {
    add(merge.opened(name, source))
  }

  private func failed(_ name: String, _ reason: String) {
    add(merge.failed(name, reason))
  }

  /// Hands over what a source said and waits until it is taken; whether there will be more.
  private func offer(_ events: [QuoteEvent], of name: String) async -> Bool {
    guard !isOver else { return false }
    add(merge.take(events, of: name))
    if !waiting.isEmpty {
      await withCheckedContinuation { writers.append($0) }
    }
    return !isOver
  }

  private func add(_ events: [QuoteEvent]) {
    waiting += events
    if !waiting.isEmpty { wake() }
  }

  private func wake() {
    reader?.resume()
    reader = nil
  }
}
