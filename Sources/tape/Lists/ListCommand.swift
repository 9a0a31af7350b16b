import Foundation
import TapeData
import TapeDomain
import TapeTUI

/// `tape list`: shows and changes the user's lists from the shell.
struct ListCommand {
  let options: Options
  let environment: [String: String]

  /// Does what the words say; what was changed is said on standard output.
  ///
  /// - Throws: ``UsageError``, ``StartError`` or ``ListError``.
  func run() async throws -> Int32 {
    let verb = try ListVerb(words: options.words)
    let repository = SQLiteListsRepository(
      path: try UserFolders(environment: environment).lists(), time: .machine)
    let answer: String
    do {
      answer = try await perform(verb, repository)
    } catch {
      await repository.close()
      throw error
    }
    // The program ends before the last of its threads lets go of the file.
    await repository.close()
    StandardOutput.write(answer)
    return ExitStatus.fine
  }

  private func perform(_ verb: ListVerb, _ lists: SQLiteListsRepository) async throws -> String {
    switch verb {
    case .overview: return overview(try await lists.directory())
    case .show(let name): return table(try await list(name, lists))
    case .new(let name):
      try await lists.create([NewList(name: name)], replacing: false)
      return "Made the list \"\(name)\".\n"
    case .delete(let name):
      let header = try await lists.directory().find(name)
      try await lists.delete(header.id)
      return "Deleted the list \"\(header.name)\" with \(count(header.count)).\n"
    case .rename(let name, let new):
      let header = try await lists.directory().find(name)
      try await lists.rename(header.id, to: new)
      return "The list \"\(header.name)\" is called \"\(new)\" now.\n"
    case .add(let name, let symbols):
      for symbol in symbols { try Options.checkRoute(symbol, mayBeServers: true) }
      let edits = symbols.map { ListEdit.add(Instrument(symbol: $0, name: "")) }
      return try await change(name, edits, lists)
    case .remove(let name, let symbols):
      return try await change(name, symbols.map { .remove($0) }, lists)
    case .move(let name, let symbol, let place):
      let list = try await list(name, lists)
      let index = list.place(of: symbol) ?? 0
      return try await change(
        name, [.move(symbol, to: place.index(from: index, count: list.instruments.count))], lists)
    case .export(let name): return options.listFormat.text(of: try await list(name, lists))
    case .importFile(let file): return try await importLists(file, lists)
    }
  }

  private func list(_ name: ListName, _ lists: SQLiteListsRepository) async throws -> NamedList {
    try await lists.list(try await lists.directory().find(name).id)
  }

  private func change(
    _ name: ListName, _ edits: [ListEdit], _ lists: SQLiteListsRepository
  ) async throws -> String {
    let list = try await lists.change(try await lists.directory().find(name).id, edits)
    return "The list \"\(list.name)\" has \(count(list.instruments.count)).\n"
  }

  private func importLists(_ file: String, _ lists: SQLiteListsRepository) async throws -> String {
    let content = try ListFileReader.read(try ListFile.bytes(of: file), file: file)
    if options.listName != nil, content.lists.count != 1 {
      throw UsageError(
        sentence: "--name goes with one list, and \"\(file)\" has \(content.lists.count). Leave it out.")
    }
    let fallback = ListFile.listName(of: file)
    let new = try content.lists.map { list in
      NewList(name: try ListName(options.listName ?? list.name ?? fallback), instruments: list.instruments)
    }
    let made = try await lists.create(new, replacing: options.replaceList)
    for remark in content.remarks { StandardError.say(remark) }
    return made.map { "Took over the list \"\($0.name)\" with \(count($0.count)).\n" }.joined()
  }

  private func overview(_ directory: ListDirectory) -> String {
    if directory.headers.isEmpty {
      return
        "There are no lists yet. 'tape list new NAME' makes one, 'tape list import FILE' takes one over.\n"
    }
    let width = directory.headers.map { String($0.count).count }.max() ?? 0
    return directory.headers.map { header in
      let number = String(header.count)
      return String(repeating: " ", count: width - number.count)
        + "\(number)  \(TextSanitizer.clean(header.name.text))\n"
    }.joined()
  }

  private func table(_ list: NamedList) -> String {
    let width = list.instruments.map { $0.symbol.text.count }.max() ?? 0
    return list.instruments.map { instrument in
      let symbol = instrument.symbol.text
      let name = TextSanitizer.clean(instrument.name)
      if name.isEmpty { return symbol + "\n" }
      return symbol + String(repeating: " ", count: width - symbol.count + 2) + name + "\n"
    }.joined()
  }

  private func count(_ number: Int) -> String { number == 1 ? "1 symbol" : "\(number) symbols" }
}

extension UserFolders {
  /// The database of the user's lists.
  func lists() throws(StartError) -> String { try data() + "/tape.db" }
}
