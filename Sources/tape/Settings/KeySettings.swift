import TapeTUI

/// Reads the setting `keys`.
enum KeySettings {
  static func read(_ value: SettingValue) throws(UsageError) -> KeyMap {
    guard case .object(let fields) = value else {
      throw UsageError(sentence: "An object of actions and their keys is expected.")
    }
    var names: [String: [String]] = [:]
    for (name, value) in fields {
      switch value {
      case .text(let key): names[name] = [key]
      case .number(let digit): names[name] = [String(digit)]
      case .list: names[name] = value.texts
      default: break
      }
      if names[name] == nil {
        throw UsageError(sentence: "'\(name)' needs a key in quotes, or a list of them.")
      }
    }
    do {
      return try KeyMap(changing: names)
    } catch {
      throw UsageError(sentence: error.sentence)
    }
  }
}
