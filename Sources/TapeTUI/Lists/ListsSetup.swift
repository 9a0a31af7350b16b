public import TapeDomain

/// The lists that a screen begins with, and where changes of them go.
public struct ListsSetup: Sendable {
  /// Where the user's lists are kept.
  public let repository: any ListsRepository
  /// Finds instruments to add; nil where the source cannot be asked.
  public let search: (any InstrumentFinder)?
  /// Takes changes of the source's list; nil where it cannot be changed.
  public let serverList: (any ServerListEditor)?
  /// The lists, and which is shown first.
  public let shelf: ListShelf
  /// The list that is shown first, when it is one of the user's.
  public let list: NamedList?
  /// How that list was left.
  public let memory: ListMemory?
  /// How a list is ordered that was not sorted yet.
  public let order: RowOrder
  /// The changes of the source's list that it has not been told yet.
  public let unsent: [ServerListChange]

  /// Why a list that is switched to is not watched where it is to be, and what to do; nil when it is.
  public let elsewhere: @Sendable (ListName) -> String?

  /// A set-up of those values.
  public init(
    repository: any ListsRepository, search: (any InstrumentFinder)?,
    serverList: (any ServerListEditor)? = nil,
    shelf: ListShelf, list: NamedList?, memory: ListMemory?, order: RowOrder,
    unsent: [ServerListChange] = [], elsewhere: @escaping @Sendable (ListName) -> String? = { _ in nil }
  ) {
    self.repository = repository
    self.search = search
    self.serverList = serverList
    self.shelf = shelf
    self.list = list
    self.memory = memory
    self.order = order
    self.unsent = unsent
    self.elsewhere = elsewhere
  }
}
