import TapeData
import TapeDomain

extension Options {
  /// Begins with the list that was shown last where that one is to be watched, when no list is named.
  mutating func followLastShown(_ environment: [String: String]) async {
    guard startList == nil, symbols.isEmpty, !isSourceGiven, !listOrigins.isEmpty, command == .watch,
      let lists = try? Self.lists(environment), case .own(let id)? = await lists.lastShown()
    else { return }
    // Lists that cannot be read are said by the screen.
    let directory: ListDirectory
    do throws(ListError) { directory = try await lists.directory() } catch { return }
    if let header = directory.headers.first(where: { $0.id == id }) { follow(header.name) }
  }

  /// Without a screen, the list to begin with is the one that is watched.
  ///
  /// - Throws: ``ListError`` when it cannot be read or is not there, ``StartError`` when it is empty.
  mutating func takeSymbols(_ environment: [String: String]) async throws {
    guard let startList, symbols.isEmpty else { return }
    let lists = try Self.lists(environment)
    let list = try await lists.list(try await lists.directory().find(try ListName(startList)).id)
    if list.instruments.isEmpty {
      let name = ShellWord.quoted(list.name.text)
      throw StartError(
        sentence: "The list \"\(list.name)\" is empty: 'tape list add \(name) SYMBOL' adds to it.")
    }
    symbols = list.instruments.map(\.symbol)
  }

  private static func lists(_ environment: [String: String]) throws(StartError) -> SQLiteListsRepository {
    SQLiteListsRepository(path: try UserFolders(environment: environment).lists(), time: .machine)
  }
}
