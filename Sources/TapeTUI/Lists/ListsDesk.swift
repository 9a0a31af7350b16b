import TapeDomain

/// What the view model keeps about lists beside the one it shows: where they are kept, what is being changed, and what
/// was changed and not kept yet.
@MainActor
final class ListsDesk {
  /// How many changes can be undone.
  static let maximumUndos = 500

  let repository: any ListsRepository
  let search: (any InstrumentFinder)?
  let serverList: (any ServerListEditor)?
  /// How a list is ordered that was not sorted yet.
  let order: RowOrder
  /// Why a list is not watched where it is to be.
  let elsewhere: @Sendable (ListName) -> String?
  var shelf: ListShelf
  /// The list whose rows are on the screen: the shelf's current one, once it has come.
  var shown: ListKey
  /// The source's list as it was shown last.
  var sourceInstruments: [Instrument] = []

  /// The user's list that is shown, as it is with all changes; nil while it is the source's.
  var list: NamedList?
  /// The edits that undo the changes of this session, the last one last.
  var undos: [ListEdit] = []
  /// Which list those belong to.
  var undoKey: ListKey?
  /// The symbol to select when the list comes; nil inside for the first row.
  var restoring: Symbol??
  /// The order that was left when editing began.
  var orderBeforeEdit: (order: RowOrder, isReversed: Bool)?
  /// What instruments are called, from every list that was seen.
  var names: [Symbol: String] = [:]
  /// The memory that was kept last.
  var remembered: ListMemory?

  var pending: [(id: ListID, edit: ListEdit)] = []
  var writing: Task<Void, Never>?
  /// The changes of the source's list since it was asked for, while it is on its way.
  var changesSinceAsked: [ServerListChange] = []
  /// The changes that the source had not been told when this began.
  let unsentAtFirst: [ServerListChange]
  /// The change of the source's list that is being kept, and all before it.
  var serverWriting: Task<Void, Never>?
  var searching: Task<Void, Never>?
  var watching: Task<Void, Never>?
  var remembering: Task<Void, Never>?
  /// Whether the source was asked what its instruments are called.
  var hasAskedNames = false
  /// The one question for names.
  var naming: Task<Void, Never>?

  init(_ setup: ListsSetup) {
    repository = setup.repository
    search = setup.search
    serverList = setup.serverList
    order = setup.order
    elsewhere = setup.elsewhere
    shelf = setup.shelf
    unsentAtFirst = setup.unsent
    shown = setup.shelf.current
  }

  /// Whether the rows on the screen are those of the list that was chosen.
  var isHere: Bool { shown == shelf.current && (shelf.currentID == nil || list != nil) }

  /// A list of the user's; nil for the source's.
  func load(_ key: ListKey) async -> Result<NamedList, ListError>? {
    guard case .own(let id) = key else { return nil }
    do throws(ListError) {
      return .success(try await repository.list(id))
    } catch {
      return .failure(error)
    }
  }

  isolated deinit {
    for task in [searching, watching, remembering, naming] { task?.cancel() }
  }
}
