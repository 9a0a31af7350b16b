/// On which line each key of a JSON5 text stands, which Foundation's decoder does not tell.
///
/// It follows texts that Foundation accepted; of others it knows as much as it has understood.
struct SettingLines {
  /// The lines, from 1, of keys such as `tick` and `keys.quit`.
  private(set) var lines: [String: Int] = [:]
  /// The first key that stands twice in one object.
  private(set) var repeated: (key: String, line: Int)?

  /// The line on which text follows the value, or on which it was no longer understood; nil when all was.
  private(set) var unreadLine: Int?

  private let characters: [Character]
  private var index = 0
  private var line = 1

  /// How deep values may stand in values.
  private static let maximumDepth = 64

  init(_ text: String) {
    characters = Array(text)
    skipBlanks()
    value(path: "", depth: 0)
    if current != nil { unreadLine = line }
  }

  private var current: Character? { index < characters.count ? characters[index] : nil }

  private mutating func advance() {
    if current?.isNewline == true { line += 1 }
    index += 1
  }

  private mutating func skipBlanks() {
    while let character = current {
      if character.isWhitespace {
        advance()
      } else if character == "/", index + 1 < characters.count, characters[index + 1] == "/" {
        while let next = current, !next.isNewline { _ = next; advance() }
      } else if character == "/", index + 1 < characters.count, characters[index + 1] == "*" {
        advance()
        advance()
        while current != nil,
          !(current == "*" && index + 1 < characters.count && characters[index + 1] == "/")
        {
          advance()
        }
        advance()
        advance()
      } else {
        return
      }
    }
  }

  private mutating func value(path: String, depth: Int) {
    guard depth < Self.maximumDepth else { return }
    switch current {
    case "{": object(path: path, depth: depth)
    case "[": list(path: path, depth: depth)
    case "\"", "'": _ = quoted()
    default: _ = word()
    }
    skipBlanks()
  }

  private mutating func object(path: String, depth: Int) {
    advance()
    skipBlanks()
    var seen = Set<String>()
    while let character = current, character != "}" {
      let start = (index, line)
      let key = character == "\"" || character == "'" ? quoted() : word()
      let name = path.isEmpty ? key : "\(path).\(key)"
      if !seen.insert(key).inserted, repeated == nil { repeated = (name, start.1) }
      if lines[name] == nil { lines[name] = start.1 }
      skipBlanks()
      guard current == ":" else { return }
      advance()
      skipBlanks()
      value(path: name, depth: depth + 1)
      if current == "," { advance() }
      skipBlanks()
      guard index > start.0 else { return }
    }
    advance()
  }

  private mutating func list(path: String, depth: Int) {
    advance()
    skipBlanks()
    while let character = current, character != "]" {
      let start = index
      value(path: path + "[]", depth: depth + 1)
      if current == "," { advance() }
      skipBlanks()
      guard index > start else { return }
    }
    advance()
  }

  private mutating func quoted() -> String {
    let quote = current
    var text = ""
    advance()
    while let character = current, character != quote {
      if character == "\\" { advance() }
      if let next = current { text.append(next) }
      advance()
    }
    advance()
    return text
  }

  private mutating func word() -> String {
    var text = ""
    while let character = current, !character.isWhitespace, !":,{}[]".contains(character) {
      text.append(character)
      advance()
    }
    return text
  }
}
