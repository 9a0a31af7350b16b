import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// Finds out which list a screen begins with, and how it was left.
struct ListsOpening {
  let options: Options
  let repository: SQLiteListsRepository
  let source: SourceParts
  let search: (any InstrumentFinder)?
  let serverList: (any ServerListEditor)?

  /// The lists, and why they cannot be read or the wanted one is not there; prices are watched all the same.
  func setup() async -> (setup: ListsSetup, trouble: String?) {
    let key = ListKey.source(source.listKey)
    do throws(ListError) {
      let directory = try await repository.directory()
      var trouble: String?
      var wanted: ListKey?
      if let name = options.startList {
        do throws(ListError) {
          wanted = .own(try directory.find(try ListName(name)).id)
        } catch {
          trouble = error.sentence
        }
      } else if options.symbols.isEmpty {
        wanted = await repository.lastShown()
      }
      let shelf = ListShelf(source: key, sourceName: source.listName, directory: directory, current: wanted)
      var list: NamedList?
      if case .own(let id) = shelf.current { list = try await repository.list(id) }
      let memory = options.symbols.isEmpty ? await repository.memory(of: shelf.current) : nil
      return (setup(shelf, list, memory, unsent: await serverList?.unsent() ?? []), trouble)
    } catch {
      let shelf = ListShelf(source: key, sourceName: source.listName, directory: ListDirectory())
      return (setup(shelf, nil, nil), error.sentence)
    }
  }

  private func setup(
    _ shelf: ListShelf, _ list: NamedList?, _ memory: ListMemory?, unsent: [ServerListChange] = []
  ) -> ListsSetup {
    ListsSetup(
      repository: repository, search: search, serverList: serverList, shelf: shelf, list: list,
      memory: memory, order: options.sort, unsent: unsent,
      elsewhere: { [options] in options.sentence(on: $0) })
  }
}

extension SourceParts {
  /// What the memory of the source's list is kept under; never a secret.
  var listKey: String {
    if let venue { return venue.profile.name }
    return label.isSimulated ? label.word : address.map { $0.quotes.hostHeader + $0.path } ?? ""
  }
}
