/// Which key does what on the watchlist: the standard table, and what the user changed of it.
public struct KeyMap: Hashable, Sendable {
  /// The table as it comes.
  public static let standard = KeyMap(changes: [:])

  /// The names of what keys can do, in the order of the help.
  public static let actionNames = WatchlistKeys.table(.flight).compactMap { KeyActionName.names[$0.action] }

  private let changes: [String: [Key]]

  private init(changes: [String: [Key]]) {
    self.changes = changes
  }

  /// The standard table, where those actions have those keys instead of their own; none leaves an action without.
  ///
  /// - Throws: ``SettingRefusal`` for a name or a key that is none, and for a key that two actions want.
  public init(changing names: [String: [String]]) throws(SettingRefusal) {
    var changes: [String: [Key]] = [:]
    for (name, texts) in names.sorted(by: { $0.key < $1.key }) {
      guard Self.actionNames.contains(name) else {
        throw SettingRefusal(
          "'\(name)' is nothing that a key does. Allowed: \(Self.actionNames.joined(separator: ", ")).")
      }
      var keys: [Key] = []
      for text in texts { keys.append(try KeyName.key(text)) }
      changes[name] = keys
    }
    self.init(changes: changes)
    var owners: [Key: String] = [:]
    for binding in table(.flight) {
      let name = KeyActionName.names[binding.action] ?? ""
      for key in binding.keys {
        if let owner = owners[key] {
          throw SettingRefusal(
            "The key \(key.name(isUnicode: false)) is to do two things, '\(owner)' and '\(name)'. "
              + "Give one of them another key.")
        }
        owners[key] = name
      }
    }
  }

  /// What was changed, in words; empty for the standard table.
  public var text: String {
    changes.sorted { $0.key < $1.key }.map { name, keys in
      "\(name)=\(keys.map { $0.name(isUnicode: false) }.joined(separator: "+"))"
    }.joined(separator: " ")
  }

  /// What each key does on a screen with those features, in the order in which help and footer list it.
  func table(_ features: WatchlistKeys.Features) -> [KeyBinding<WatchlistAction>] {
    let standard = WatchlistKeys.table(features)
    if changes.isEmpty { return standard }
    return standard.compactMap { binding in
      let keys = KeyActionName.names[binding.action].flatMap { changes[$0] } ?? binding.keys
      if keys.isEmpty { return nil }
      return KeyBinding(
        keys, binding.action, label: binding.label, rank: binding.rank, help: binding.help)
    }
  }

  /// What a key does; nil for a key that does nothing here.
  func action(
    for key: Key, faultKeys: [FaultKey] = [], features: WatchlistKeys.Features = []
  ) -> WatchlistAction? {
    if case .click(let line, _) = key { return .selectLine(line) }
    return table(features).first { $0.keys.contains(key) }?.action
      ?? faultKeys.lazy.map(\.binding).first { $0.keys.contains(key) }?.action
  }
}
