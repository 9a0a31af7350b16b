import TapeDomain

/// Stands for one stream of ``LiveQuotesRepository``: when the stream is dropped, its symbols are released.
final class WatchToken: Sendable {
  let watcher: Int
  let symbols: Set<Symbol>
  let background: Set<Symbol>
  private let repository: LiveQuotesRepository

  init(watcher: Int, symbols: Set<Symbol>, background: Set<Symbol>, repository: LiveQuotesRepository) {
    self.watcher = watcher
    self.symbols = symbols
    self.background = background
    self.repository = repository
  }

  deinit {
    Task { [watcher, repository] in await repository.release(watcher) }
  }
}
