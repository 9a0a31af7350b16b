import TapeData
import TapeDomain
import TapeTUI

extension LivePipeline {
  /// Takes changes of the source's list; nil where it cannot be changed.
  func serverList(_ lists: SQLiteListsRepository) -> (any ServerListEditor)? {
    guard let call else { return nil }
    return ServerListOutbox(
      lists: lists, server: source.listKey, call: call, time: time, jitter: { Int.random(in: 500...1500) })
  }

  /// What was kept of the source's prices; nothing where there is no folder for it.
  func keeping(_ environment: [String: String], _ options: Options) async -> QuoteKeeping {
    guard let folder = try? UserFolders(environment: environment).cache() else {
      return QuoteKeeping(
        instruments: [], quotes: [], spacing: QuoteCache.spacing, keepList: { _ in }, keepQuotes: { _ in })
    }
    let cache = QuoteCache(path: folder + "/quotes.db", source: source.listKey)
    let isWhole = options.symbols.isEmpty
    return QuoteKeeping(
      instruments: isWhole ? await cache.instruments() : [], quotes: await cache.quotes(),
      spacing: QuoteCache.spacing, keepList: { if isWhole { await cache.keep($0) } },
      keepQuotes: { await cache.keep($0) })
  }
}
