public import Foundation
public import TapeDomain

/// The watchlist screen's brain: joins the list with its prices, and owns what the screen shows.
///
/// The list comes from a repository, prices from one watch at a time, which covers only the rows that are on the
/// screen. Every change of the state is told to ``onChange``; when to draw is the screen's decision.
@MainActor
public final class WatchlistViewModel {
  /// What the screen shows. Keep no copy of it between two changes: the next one would copy all rows.
  public internal(set) var viewState: WatchlistViewState

  /// Called after every change of ``viewState``.
  public var onChange: (@MainActor () -> Void)?

  /// How many batches of prices were taken since the start.
  public internal(set) var batchCount = 0

  let watchlist: any WatchlistRepository
  let watch: any WatchQuotesUseCase
  let time: TimeSource
  let locale: Locale?
  let retryLink: @Sendable () async -> Void
  let hasKeys: Bool

  var book: RowBook
  var scroll = SelectionScroll()
  var feed: FeedStatus = .connecting
  var reconnects = ReconnectDetector()

  /// The user's lists, and what is done to them; nil where there are none.
  var desk: ListsDesk?
  /// Where prices are kept for a start without a network; nil where they are not.
  var keeping: QuoteKeeping?
  /// The quotes that are kept, the newest of each symbol.
  var kept: [Symbol: Quote] = [:]
  var keepingTask: Task<Void, Never>?
  var paused = PausedQuotes()
  var finder = FindIndex()
  /// Where finding began, while the line is open.
  var findSession: FindSession?
  /// What was found last.
  var found: FindPattern?
  /// When the rows were sorted last; nil before the first time.
  var sortedAt: Instant?

  /// The symbols of the current watch.
  var watched: Set<Symbol> = []
  /// What the current watch is about.
  var scope = WatchScope()
  /// What the watch is about that starts when scrolling has settled; nil when none will.
  var awaited: WatchScope?
  /// Counts watches; a batch of any but the newest is dropped.
  var generation = 0

  var isRunning = false
  var watchTask: Task<Void, Never>?
  /// Keeps the rows near the eyes at the full rate while the whole list is watched.
  var holdTask: Task<Void, Never>?
  var settleTask: Task<Void, Never>?
  var listTask: Task<Void, Never>?
  var bannerTask: Task<Void, Never>?
  var sortTask: Task<Void, Never>?
  private var newsTask: Task<Void, Never>?

  /// A view model that does nothing before ``onAppear()``.
  ///
  /// - Parameters:
  ///   - listName: What the list is called on the screen.
  ///   - source: Where the prices come from, in words.
  ///   - watchlist: Where the list comes from.
  ///   - watch: How prices are watched.
  ///   - time: The clock of every delay.
  ///   - tick: The smallest spacing of batches, as the header says it.
  ///   - locale: How numbers are written; nil for the C locale.
  ///   - isUnicode: Whether more than ASCII may be shown.
  ///   - hasKeys: Whether there are keys to tell the user of.
  ///   - retryLink: Tries the connection at once.
  public init(
    listName: String, source: SourceLabel, watchlist: any WatchlistRepository, watch: any WatchQuotesUseCase,
    time: TimeSource, tick: Duration, locale: Locale?, isUnicode: Bool = true,
    hasKeys: Bool = true, retryLink: @escaping @Sendable () async -> Void
  ) {
    viewState = WatchlistViewState(listName: TextSanitizer.clean(listName), source: source, tick: tick)
    self.watchlist = watchlist
    self.watch = watch
    self.time = time
    self.locale = locale
    self.hasKeys = hasKeys
    self.retryLink = retryLink
    book = RowBook(locale: locale, isUnicode: isUnicode)
  }

  isolated deinit {
    stop()
  }

  /// Fetches the list and starts to watch; does nothing when that has happened already.
  public func onAppear() {
    guard !isRunning else { return }
    isRunning = true
    // Watching no symbol tells the state of the link while the list is on its way.
    startWatch(wantedScope)
    fetchList()
    newsTask = Task { [weak self, watchlist, time] in
      for await _ in watchlist.news() {
        // Names come one by one with the prices: the list is shown once for those of a moment.
        guard (try? await time.sleep(for: .milliseconds(100))) != nil else { return }
        self?.fetchList()
      }
    }
  }

  /// Ends every watch and fetch; the state stays as it is, its prices as ones that may be out of date.
  public func stop() {
    isRunning = false
    generation += 1
    awaited = nil
    for task in [watchTask, holdTask, settleTask, listTask, bannerTask, sortTask, newsTask] { task?.cancel() }
    watchTask = nil
    holdTask = nil
    sortTask = nil
    releaseRows(watched)
    watched = []
    scope = WatchScope()
  }

  /// Tries at once whatever is not well: the connection, the list, a watch that ended.
  public func retry() {
    guard isRunning else { return }
    Task { [retryLink, desk] in
      await retryLink()
      await desk?.serverList?.retry()
    }
    if listTask != nil || viewState.list.isFailed { fetchList() }
    if watchTask == nil { startWatch(wantedScope) }
  }

  /// The screen has room for `count` rows of the list.
  public func visibleRowsChanged(_ count: Int) {
    let isFirst = scroll.visibleCount == 0
    scroll.resize(visibleCount: count)
    showScroll()
    watchVisibleRows(settling: !isFirst)
    changed()
  }

  func changed() {
    onChange?()
  }
}
