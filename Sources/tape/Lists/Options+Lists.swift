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

  /// Notes what is in the list that the screen begins with, for the sources that it names.
  mutating func noteListed(_ environment: [String: String]) async {
    // Only a source that asks for something of the user may have to be stood in for.
    guard symbols.isEmpty, command == .watch, let profile = source.profile,
      !profile.keys.isEmpty || profile.name == SourceProfile.described,
      let lists = try? Self.lists(environment)
    else { return }
    var id: ListID?
    if let startList {
      if let name = try? ListName(startList) { id = try? await lists.directory().find(name).id }
    } else if case .own(let last)? = await lists.lastShown() {
      id = last
    }
    // A list that cannot be read is said by the screen.
    guard let id, let list = try? await lists.list(id) else { return }
    listed = list.instruments.map(\.symbol)
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
