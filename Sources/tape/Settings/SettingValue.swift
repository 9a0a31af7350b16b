/// A value of the settings file, or the text of an environment variable.
indirect enum SettingValue: Decodable, Equatable {
  case text(String)
  case number(Int)
  case flag(Bool)
  case list([SettingValue])
  case object([String: SettingValue])
  /// Null, or a number with a fraction: no setting is one.
  case other

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let fields = try? decoder.container(keyedBy: AnyKey.self) {
      var object: [String: SettingValue] = [:]
      for key in fields.allKeys {
        object[key.stringValue] = try fields.decode(SettingValue.self, forKey: key)
      }
      self = .object(object)
    } else if var items = try? decoder.unkeyedContainer() {
      var list: [SettingValue] = []
      while !items.isAtEnd { list.append(try items.decode(SettingValue.self)) }
      self = .list(list)
    } else {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }
  }

  /// The text, or the number as text.
  var text: String? {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    default: nil
    }
  }

  /// The words of a list; a text alone is split at its blanks.
  var words: [String]? {
    if case .text(let text) = self { return text.split(separator: " ").map(String.init) }
    return texts
  }

  /// Yes or no; an environment variable says it in words.
  var flag: Bool? {
    switch self {
    case .flag(let flag): flag
    case .text("true"), .text("yes"), .text("1"): true
    case .text("false"), .text("no"), .text("0"): false
    default: nil
    }
  }

  /// The texts of a list; a text alone is split at its commas.
  var texts: [String]? {
    switch self {
    case .list(let items):
      let texts = items.compactMap(\.text)
      return texts.count == items.count ? texts : nil
    case .text(let text):
      return text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    default: return nil
    }
  }
}
