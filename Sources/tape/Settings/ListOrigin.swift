import TapeData
import TapeDomain

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
    for (name, value) in lists { origins[try key(of: name)] = try origin(of: name, value) }
    return origins
  }

  private static func key(of name: String) throws(UsageError) -> String {
    do {
      return try ListName(name).key
    } catch {
      throw UsageError(sentence: error.sentence)
    }
  }

  private static func origin(of name: String, _ value: SettingValue) throws(UsageError) -> ListOrigin {
    if case .object(let fields) = value, fields.count == 1 {
      if case .text(let server)? = fields["server"] {
        do {
          _ = try ServerAddress(server)
        } catch {
          throw UsageError(sentence: error.sentence)
        }
        return ListOrigin(server: server, source: .tape)
      }
      if case .text(let source)? = fields["source"] {
        return ListOrigin(server: nil, source: try ValueParser.source(source, of: "source"))
      }
    }
    throw UsageError(sentence: "'\(name)' needs {\"server\": URL} or {\"source\": NAME}, and nothing else.")
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
