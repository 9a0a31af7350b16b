public import TapeDomain

/// Everything the watchlist screen shows; the view model owns it, the renderer draws it and decides nothing.
public struct WatchlistViewState: Equatable, Sendable {
  /// The name of the list.
  public var listName: String
  /// Which of how many lists it is, such as `2/4`; nil when it is the only one.
  public var listPlace: String?
  /// What is shown of a list that is edited; nil while none is.
  public var edit: EditState?
  /// The symbols whose change the server has not been told yet.
  public var unsent: Set<Symbol>
  /// The link's state as the header says it.
  public var link: LinkState
  /// Where the prices come from, in words.
  public var source: SourceLabel
  /// The smallest spacing of refreshes.
  public var tick: Duration
  /// Whether a banner is due, and what it says.
  public var banner: Banner?
  /// Whether the list is there.
  public var list: LoadState
  /// Counts the lists that were shown: while it stands, rows have the same symbols and names, in any order.
  public var listNumber: Int
  /// All rows in display order.
  public var rows: [PriceRowState]
  /// The index of the selected row; nil only without rows.
  public var selection: Int?
  /// The index of the first row on the screen.
  public var firstVisible: Int
  /// How many rows of the list fit on the screen.
  public var visibleCount: Int
  /// One line for the user: a message of the source, or the selected row as a sentence.
  public var message: String? {
    didSet { isRowDescribed = false }
  }
  /// Whether the message is the selected row's sentence, which is drawn as the row is now.
  private(set) var isRowDescribed: Bool
  /// Whether the help is shown instead of the rows.
  public var isHelpShown: Bool
  /// The first line of the help on the screen, from 0; the renderer keeps it within the help.
  public var helpLine: Int
  /// What the rows are ordered by.
  public var order: RowOrder
  /// Whether that order is turned round.
  public var isReversed: Bool
  /// Whether the rows are frozen while the feed goes on; they are drawn as ones that may be out of date.
  public var isPaused: Bool
  /// Whether the state column shows the age of every price.
  public var showsAges: Bool
  /// Whether clicks and the wheel are ours, and not the terminal's for selecting text.
  public var isMouseOn: Bool
  /// The line on which a text to find is typed; nil while none is.
  public var find: FindLine?
  /// Where the tape is that is played; nil while prices are live ones.
  public var replay: ReplayState?
  /// What a source that is asked is about; nil while there is nothing to say of it.
  public var activity: FeedActivity?
  /// The server's clock, for the age of a stale price; nil before its first heartbeat.
  public var clock: ServerClock?

  /// Whether the changes of these rows are measured from the price of 24 hours ago.
  func isRolling(_ visible: Range<Int>) -> Bool {
    let kinds = Set(rows[visible.clamped(to: rows.indices)].compactMap(\.referenceKind))
    return kinds == [.rolling24h]
  }

  /// Describes the selected row; nothing without rows.
  mutating func describeRow(at dataTime: Timestamp) {
    message = rowSentence(at: dataTime)
    isRowDescribed = message != nil
  }

  /// The selected row as a sentence, with the age of a price that may be out of date; nil without rows.
  func rowSentence(at dataTime: Timestamp) -> String? {
    guard let selection, rows.indices.contains(selection) else { return nil }
    let row = rows[selection]
    let sentence = row.accessibilityLabel + (isPaused ? ", paused" : "")
    let isOld = row.staleSince != nil || isPaused || showsAges
    guard isOld, let since = row.staleSince ?? row.priceTime else { return sentence }
    return sentence + ", " + AccessibilityLabel.age(AgeText(since: since, now: dataTime)) + " old"
  }

  /// A state without a list.
  public init(listName: String, source: SourceLabel, tick: Duration) {
    self.listName = listName
    self.source = source
    self.tick = tick
    listPlace = nil
    edit = nil
    unsent = []
    link = .connecting
    banner = nil
    list = .loading
    listNumber = 0
    rows = []
    selection = nil
    firstVisible = 0
    visibleCount = 0
    message = nil
    isRowDescribed = false
    isHelpShown = false
    helpLine = 0
    order = .own
    isReversed = false
    isPaused = false
    showsAges = false
    isMouseOn = false
    find = nil
    replay = nil
    clock = nil
    activity = nil
  }
}
