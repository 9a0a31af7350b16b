/// Splits comma-separated values into rows and fields (RFC 4180).
enum CSVRows {
  struct Row {
    /// The line it begins on, from 1.
    let line: Int
    var fields: [String]
  }

  /// The rows that are not empty, split into fields at that character.
  static func split(_ text: String, at separator: Character = ",") throws(ListFileFault) -> [Row] {
    var rows: [Row] = []
    var row = Row(line: 1, fields: [])
    var field = ""
    var line = 1
    var isQuoted = false
    var wasQuoted = false
    func endField() {
      row.fields.append(field)
      field = ""
      wasQuoted = false
    }
    func endRow() {
      endField()
      if row.fields != [""] { rows.append(row) }
      row = Row(line: line + 1, fields: [])
    }
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted:
        if rest.first == "\"" {
          rest.removeFirst()
          field.append("\"")
        } else {
          isQuoted = false
          wasQuoted = true
        }
      case _ where isQuoted:
        field.append(character)
        if character.isNewline { line += 1 }
      case "\"" where field.isEmpty && !wasQuoted: isQuoted = true
      case separator: endField()
      case _ where character.isNewline:
        endRow()
        line += 1
      case _ where wasQuoted || character == "\"":
        throw ListFileFault(
          line: line, "a quote stands within a field. Quote the whole field and double its quotes.")
      default: field.append(character)
      }
    }
    if isQuoted { throw ListFileFault(line: row.line, "a quote is not closed.") }
    endRow()
    return rows
  }
}
