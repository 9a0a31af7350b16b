@testable import TapeTUI

extension Canvas {
  /// One row as text.
  func text(row: Int) -> String { rows[row].map(\.text).joined() }

  /// All rows as text.
  var text: String { rows.indices.map { text(row: $0) }.joined(separator: "\n") }

  /// Rows as text, then the same rows as one letter per role; a row that is selected begins with `>` there.
  var layers: String {
    let place = cursor.map { "\($0.row),\($0.column)" } ?? "none"
    let plain = rows.indices.map { "|\(text(row: $0))|" }
    let styles = rows.map { row in
      (row.allSatisfy { $0.style.isSelected } && !row.isEmpty ? ">" : "|")
        + row.map { $0.style.role.letter }.joined() + "|"
    }
    let head = "\(size.columns)x\(size.rows), cursor \(place)"
    return ([head] + plain + ["styles: \(Style.Role.legend)"] + styles).joined(separator: "\n") + "\n"
  }
}

extension Style.Role {
  var letter: String {
    switch self {
    case .normal: "."
    case .muted: "m"
    case .accent: "a"
    case .up: "u"
    case .down: "d"
    case .flashUp: "U"
    case .flashUpFading: "V"
    case .flashDown: "D"
    case .flashDownFading: "E"
    case .stale: "s"
    case .attention: "t"
    case .live: "l"
    case .warning: "w"
    case .simulated: "i"
    }
  }

  static var legend: String {
    allCases.map { "\($0.letter) \($0.rawValue)" }.joined(separator: ", ")
  }
}
