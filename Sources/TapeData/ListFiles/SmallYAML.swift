/// A strict reader of the part of YAML that small configuration files use: mappings, sequences and scalars by
/// indentation, and sequences in brackets. Everything else is refused with its line.
struct SmallYAML {
  /// A value and the line it begins on, from 1.
  struct Node: Equatable {
    indirect enum Content: Equatable {
      case scalar(String)
      case sequence([Node])
      case mapping([Field])
    }

    let line: Int
    let content: Content
  }

  /// A key and its value.
  struct Field: Equatable {
    let key: String
    let value: Node
  }

  private struct Line {
    let number: Int
    var indent: Int
    var text: Substring
  }

  private var lines: ArraySlice<Line>

  /// How deep values may stand in values.
  private static let maximumDepth = 16

  /// The document in `text`.
  static func parse(_ text: String) throws(ListFileFault) -> Node {
    var reader = SmallYAML(lines: try significantLines(of: text)[...])
    guard let first = reader.lines.first else { throw ListFileFault("is empty.") }
    let node = try reader.block(indent: first.indent, depth: 0)
    if let rest = reader.lines.first {
      throw ListFileFault(line: rest.number, "the indentation does not fit the lines above.")
    }
    return node
  }

  private static func significantLines(of text: String) throws(ListFileFault) -> [Line] {
    var lines: [Line] = []
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
    {
      let indent = raw.prefix { $0 == " " }.count
      var content = withoutComment(raw.dropFirst(indent))
      while content.last?.isWhitespace == true { content.removeLast() }
      if content.isEmpty || (lines.isEmpty && content == "---") { continue }
      guard content.first != "\t" else {
        throw ListFileFault(line: index + 1, "a tab indents the line: YAML allows spaces only.")
      }
      if content == "---" || content == "..." {
        throw ListFileFault(line: index + 1, "a second document begins: only one is read.")
      }
      lines.append(Line(number: index + 1, indent: indent, text: content))
    }
    return lines
  }

  private static func withoutComment(_ text: Substring) -> Substring {
    var quote: Character?
    var previous: Character = " "
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open, previous != "\\" || open == "'" { quote = nil }
      } else if character == "\"" || character == "'", " [,:-".contains(previous) {
        quote = character
      } else if character == "#", previous.isWhitespace {
        return text[..<index]
      }
      previous = character
    }
    return text
  }

  private mutating func block(indent: Int, depth: Int) throws(ListFileFault) -> Node {
    guard let first = lines.first else { return Node(line: 0, content: .scalar("")) }
    guard depth < Self.maximumDepth else { throw ListFileFault(line: first.number, "values stand too deep.") }
    if Self.isItem(first.text) { return try sequence(indent: indent, depth: depth) }
    return try mapping(indent: indent, depth: depth)
  }

  private static func isItem(_ text: Substring) -> Bool { text == "-" || text.hasPrefix("- ") }

  private mutating func sequence(indent: Int, depth: Int) throws(ListFileFault) -> Node {
    let start = lines.first?.number ?? 0
    var items: [Node] = []
    while let line = lines.first, line.indent == indent, Self.isItem(line.text) {
      let rest = line.text.dropFirst().drop { $0 == " " }
      if rest.isEmpty {
        lines.removeFirst()
        items.append(try nested(below: indent, line: line.number, depth: depth))
      } else if Self.isItem(rest) || (try? Self.key(of: rest, line: line.number)) != nil {
        // What follows the dash is a block of its own, as if it stood on a line by itself.
        lines[lines.startIndex] = Line(
          number: line.number, indent: indent + line.text.count - rest.count, text: rest)
        items.append(try block(indent: lines[lines.startIndex].indent, depth: depth + 1))
      } else {
        lines.removeFirst()
        items.append(try Self.value(rest, line: line.number))
      }
      try refuseDeeper(than: indent)
    }
    return Node(line: start, content: .sequence(items))
  }

  private mutating func mapping(indent: Int, depth: Int) throws(ListFileFault) -> Node {
    let start = lines.first?.number ?? 0
    var fields: [Field] = []
    while let line = lines.first, line.indent == indent, !Self.isItem(line.text) {
      let (key, rest) = try Self.key(of: line.text, line: line.number)
      if fields.contains(where: { $0.key == key }) {
        throw ListFileFault(line: line.number, "the key '\(key)' stands twice.")
      }
      lines.removeFirst()
      let value: Node
      if !rest.isEmpty {
        value = try Self.value(rest, line: line.number)
      } else if let next = lines.first, next.indent == indent, Self.isItem(next.text) {
        value = try sequence(indent: indent, depth: depth + 1)
      } else {
        value = try nested(below: indent, line: line.number, depth: depth)
      }
      fields.append(Field(key: key, value: value))
      try refuseDeeper(than: indent)
    }
    return Node(line: start, content: .mapping(fields))
  }

  private mutating func nested(below indent: Int, line: Int, depth: Int) throws(ListFileFault) -> Node {
    guard let next = lines.first, next.indent > indent else { return Node(line: line, content: .scalar("")) }
    return try block(indent: next.indent, depth: depth + 1)
  }

  private func refuseDeeper(than indent: Int) throws(ListFileFault) {
    if let next = lines.first, next.indent > indent {
      throw ListFileFault(line: next.number, "the indentation does not fit the lines above.")
    }
  }

  private static func key(of text: Substring, line: Int) throws(ListFileFault) -> (String, Substring) {
    guard
      let colon = text.indices.first(where: { index in
        text[index] == ":"
          && (text.index(after: index) == text.endIndex || text[text.index(after: index)] == " ")
      }), let first = text.first, !"\"'[{&*!|>%@`".contains(first)
    else {
      throw ListFileFault(line: line, "a 'key: value' is expected, found '\(text.prefix(40))'.")
    }
    return (String(text[..<colon]), text[text.index(after: colon)...].drop { $0 == " " })
  }

  private static func value(_ text: Substring, line: Int) throws(ListFileFault) -> Node {
    guard text.first == "[" else { return Node(line: line, content: .scalar(try scalar(text, line: line))) }
    guard text.last == "]" else {
      throw ListFileFault(line: line, "a list in brackets is to end on its line.")
    }
    var items: [Node] = []
    let inner = text.dropFirst().dropLast()
    if !inner.allSatisfy(\.isWhitespace) {
      for part in inner.split(separator: ",", omittingEmptySubsequences: false) {
        var item = part.drop(while: \.isWhitespace)
        while item.last?.isWhitespace == true { item.removeLast() }
        items.append(Node(line: line, content: .scalar(try scalar(item, line: line))))
      }
    }
    return Node(line: line, content: .sequence(items))
  }

  private static func scalar(_ text: Substring, line: Int) throws(ListFileFault) -> String {
    guard let first = text.first else { return "" }
    if first == "\"" || first == "'" {
      let inner = text.dropFirst().dropLast()
      guard text.count >= 2, text.last == first, !inner.contains(first), !inner.contains("\\") else {
        throw ListFileFault(
          line: line, "a text in quotes is to be one, without quotes and backslashes in it.")
      }
      return String(inner)
    }
    guard !"[{&*!|>%@`".contains(first) else {
      throw ListFileFault(line: line, "'\(text.prefix(40))' is a part of YAML that is not read here.")
    }
    return String(text)
  }
}
