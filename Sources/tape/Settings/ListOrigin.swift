import TapeData
import TapeDomain
import TapeWebSocket

/// Where a list is watched: on a server, or on a source that is known by name.
struct ListOrigin: Equatable {
  let server: String?
  let source: SourceChoice

  /// The server or the source in words.
  var text: String { server ?? source.name }

  /// The origins of the setting `lists`, by the key of the list's name.
  static func read(_ value: SettingValue) throws(UsageError) -> [String: ListOrigin] {
    guard case .object(let lists) = value else {
      throw UsageError(sentence: "An object of list names is expected.")
    }
    var origins: [String: ListOrigin] = [:]
    for (name, value) in lists.sorted(by: { $0.key < $1.key }) {
      guard origins.updateValue(try origin(of: name, value), forKey: try key(of: name)) == nil else {
        throw UsageError(
          sentence:
            "'\(name)' stands twice: upper and lower case, and blanks at the ends, make no other list.")
      }
    }
    return origins
  }

  /// The address as it is written, when it is one.
  static func server(_ text: String) throws(UsageError) -> String {
    _ = try address(text)
    return text
  }

  /// The address that a text says.
  static func address(_ text: String) throws(UsageError) -> ServerAddress {
    do {
      return try ServerAddress(text)
    } catch {
      throw UsageError(sentence: error.sentence)
    }
  }

  /// What the names of a list have in common.
  static func key(of name: String) throws(UsageError) -> String {
    do {
      return try ListName(name).key
    } catch {
      throw UsageError(sentence: error.sentence)
    }
  }

  private static func origin(of name: String, _ value: SettingValue) throws(UsageError) -> ListOrigin {
    if case .object(let fields) = value, fields.count == 1 {
      if case .text(let server)? = fields["server"] {
        return ListOrigin(server: try Self.server(server), source: .tape)
      }
      if case .text(let source)? = fields["source"] {
        return ListOrigin(server: nil, source: try ValueParser.source(source, of: "source"))
      }
    }
    throw UsageError(sentence: "'\(name)' needs {\"server\": URL} or {\"source\": NAME}, and nothing else.")
  }
}

extension Options {
  /// Watches a list of the user's where it is to be watched, unless command line or environment say where.
  mutating func follow(_ list: ListName) {
    guard !isSourceGiven, let origin = listOrigins[list.key] else { return }
    home = ListOrigin(server: server, source: source)
    (server, source) = (origin.server, origin.source)
    namesSource = true
    if source.profile != nil { (tokenFile, tokenCommand) = (nil, nil) }
  }

  /// Why a list that is switched to is not watched where it is to be, and what to do; nil when it is.
  func sentence(on list: ListName) -> String? {
    let here = ListOrigin(server: server, source: source)
    guard !isSourceGiven, let origin = listOrigins[list.key] ?? home, origin != here else { return nil }
    return
      "\"\(list)\" is to be watched on \(origin.place), these are prices of \(here.place). "
      + "For its own: q, then tape --list \(ShellWord.quoted(list.text))"
  }
}

extension ListOrigin {
  /// The server or the source in the words of a sentence.
  fileprivate var place: String {
    if let server { return (try? ServerAddress(server))?.quotes.hostHeader ?? server }
    return source.profile?.title ?? "the demo exchange"
  }
}

extension SourceChoice {
  /// The name by which the source is given.
  var name: String {
    switch self {
    case .tape: "tape"
    case .venue(let name): name
    }
  }
}
