public import TapeDomain

/// One row of the watchlist, formatted; keyed by symbol, never by index.
public struct PriceRowState: Equatable, Identifiable, Sendable {
  /// The row's symbol.
  public let id: Symbol
  /// The instrument's name, cleaned for a terminal.
  public var name: String
  /// The last price; nil is shown as `—`.
  public var price: DecimalText?
  /// The way of the last move, kept until the next one; nil before the first.
  public var direction: PriceDirection?
  /// The change since the reference; nil is shown as `—`.
  public var change: DecimalText?
  /// The change in percent, such as `+1.30 %`; nil is shown as `—`.
  public var percent: DecimalText?
  /// What the change is measured from; nil without a change.
  public var referenceKind: Reference.Kind?
  /// The sign of the change, for its colour: -1, 0 or 1.
  public var trend: Int
  /// The newest flash, whether or not it is over.
  public var flash: Flash?
  /// Where the last price lies between the day's low and high, in thousandths; nil when a part is missing.
  public var dayPosition: Int?
  /// The time of the price, whether or not it is current; nil when there is none.
  public var priceTime: Timestamp?
  /// The time of the price when it may be out of date; nil while it is proven current, or when there is none.
  public var staleSince: Timestamp?
  /// What the state column says apart from an age.
  public var condition: RowCondition
  /// When the closed market opens next; nil when nobody said.
  var opening: ExchangeOpening?
  /// The best price offered to sellers; nil is shown as `—`, and always so while no column shows it.
  public var bid: DecimalText?
  /// The best price asked of buyers; nil is shown as `—`, and always so while no column shows it.
  public var ask: DecimalText?
  /// The units traded in the session; nil is shown as `—`, and always so while no column shows it.
  public var volume: String?
  /// What a sentence about the row says of its price.
  var spoken = SpokenPrice()

  /// A row that waits for its first quote.
  public init(id: Symbol, name: String) {
    self.id = id
    self.name = name
    price = nil
    direction = nil
    change = nil
    percent = nil
    referenceKind = nil
    trend = 0
    flash = nil
    dayPosition = nil
    priceTime = nil
    staleSince = nil
    condition = .waiting
    opening = nil
  }

  /// The row as a sentence, such as "Acme, 182 euros 40, up 1.2 percent"; put together only when asked for.
  public var accessibilityLabel: String {
    AccessibilityLabel.text(
      name: name.isEmpty ? id.text : name, price: spoken, condition: condition,
      opening: opening)
  }
}

/// The way a price moved.
public enum PriceDirection: Hashable, Sendable {
  /// It rose.
  case up
  /// It fell.
  case down
}

/// A price's move as the screen shows it for two ticks.
public struct Flash: Hashable, Sendable {
  /// The way of the move.
  public var direction: PriceDirection
  /// Counts the flashes of the row, so that a second move the same way is a new flash.
  public var count: Int
  /// When it began.
  public var start: Instant

  /// A flash of those values.
  public init(direction: PriceDirection, count: Int, start: Instant) {
    self.direction = direction
    self.count = count
    self.start = start
  }
}

/// A formatted number and where its decimal separator is, so that a column can align on it.
public struct DecimalText: Hashable, Sendable {
  /// The number as it is shown.
  public var text: String
  /// How many characters of the text stand before the decimal separator, or before where one would be.
  public var leading: Int

  /// A text whose decimal separator comes after `leading` characters.
  public init(text: String, leading: Int) {
    self.text = text
    self.leading = leading
  }
}

/// What the state column says, apart from the age of a stale price.
public enum RowCondition: Hashable, Sendable {
  /// Nothing: an ordinary row in an open market.
  case none
  /// The source does not know the symbol.
  case unknownSymbol
  /// The source refused the symbol.
  case rejected(String)
  /// No quote yet.
  case waiting
  /// Trading is stopped.
  case halted
  /// An auction is being held.
  case auction
  /// The market is closed.
  case closed
  /// Before the regular session.
  case pre
  /// After the regular session.
  case post
  /// Delayed by that many minutes.
  case delayed(minutes: Int)
  /// Real time, of one venue's trades only.
  case oneVenue
  /// Asked for every so many seconds.
  case polled(every: Int)
}
