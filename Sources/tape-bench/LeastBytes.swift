import TapeTUI

/// The least bytes that turn one screen into another on an xterm: the floor of what the terminal layer writes.
///
/// Cells that look the same are left alone unless going over them is shorter. Each move of the cursor, each change of
/// colours and each end of a line takes its shortest form; nothing is known of the frames to come.
struct LeastBytes {
  private let theme = Theme(colors: .many, available: [.bold, .dim, .reverse, .underline])

  /// What a cell looks like: of a blank only what is behind it.
  private struct Sight: Equatable {
    let text: String
    let look: Look

    init(_ cell: Cell, _ theme: Theme) {
      text = cell.text
      var look = theme.look(of: cell.style)
      if text == " ", !look.attributes.contains(.reverse), !look.attributes.contains(.underline) {
        look = Look(background: look.background)
      }
      self.look = look
    }

    var isBlank: Bool { self == Sight(.blank, Theme(colors: .many, available: [])) }
  }

  /// The bytes from one canvas to the next; what the terminal was left at is where the cursor of the first one rests,
  /// with its own colours.
  func count(from old: Canvas, to new: Canvas) -> Int {
    var bytes = 0
    var place = old.cursor ?? Canvas.Position(row: 0, column: 0)
    var look = Look()
    for row in new.rows.indices where old.rows[row] != new.rows[row] {
      let before = old.rows[row].map { Sight($0, theme) }
      let after = new.rows[row].map { Sight($0, theme) }
      var column = 0
      while let next = (column..<after.count).first(where: { before[$0] != after[$0] }) {
        bytes += approach(from: place, to: Canvas.Position(row: row, column: next), in: after, look: look)
        if after[next...].allSatisfy(\.isBlank), after.count - next > 3 {
          bytes += Self.colors(from: look, to: Look(), isBlank: true) + 3
          if look.background != Look.defaultColor || look.attributes.contains(.reverse) { look = Look() }
          place = Canvas.Position(row: row, column: next)
          break
        }
        let cell = after[next]
        bytes += Self.colors(from: look, to: cell.look, isBlank: cell.text == " ") + cell.text.utf8.count
        if cell.text != " " || !Self.shows(look, cell.look) { look = cell.look }
        column = next + 1
        place = Canvas.Position(row: row, column: column)
      }
    }
    let rest = new.cursor ?? Canvas.Position(row: 0, column: 0)
    if bytes > 0 {
      bytes += Self.move(from: place, to: rest) + Self.colors(from: look, to: Look(), isBlank: false)
    }
    return bytes
  }

  /// Moves the cursor, or writes over the cells between when that is shorter.
  private func approach(
    from place: Canvas.Position, to target: Canvas.Position, in cells: [Sight], look: Look
  ) -> Int {
    let move = Self.move(from: place, to: target)
    guard place.row == target.row, place.column < target.column else { return move }
    var over = 0
    for cell in cells[place.column..<target.column] {
      guard cell.text == " " ? Self.shows(look, cell.look) : cell.look == look else { return move }
      over += cell.text.utf8.count
    }
    return min(move, over)
  }

  /// The shortest of the ways of an xterm to move its cursor.
  static func move(from place: Canvas.Position, to target: Canvas.Position) -> Int {
    if place.row == target.row, place.column == target.column { return 0 }
    let digits = { (number: Int) in String(number).utf8.count }
    let absolute = 4 + digits(target.row + 1) + (target.column == 0 ? -1 : digits(target.column + 1))
    let down = target.row - place.row
    let vertical =
      down == 0
      ? 0 : down > 0 ? min(down, down == 1 ? 1 : 3 + digits(down)) : 3 + (down == -1 ? 0 : digits(-down))
    let right = target.column - place.column
    let sideways = { (distance: Int) in distance == 0 ? 0 : 3 + (distance == 1 ? 0 : digits(distance)) }
    let horizontal =
      right == 0
      ? 0
      : min(
        right > 0 ? sideways(right) : min(-right, sideways(-right)), 1 + sideways(target.column),
        3 + digits(target.column + 1))
    return min(absolute, vertical + horizontal)
  }

  /// Whether a blank of that look may be written in another.
  private static func shows(_ current: Look, _ wanted: Look) -> Bool {
    current.background == wanted.background && !current.attributes.contains(.reverse)
      && !current.attributes.contains(.underline) && wanted.attributes.isEmpty
  }

  /// The shortest sequence from one look to another.
  static func colors(from old: Look, to new: Look, isBlank: Bool) -> Int {
    if old == new || (isBlank && shows(old, new)) { return 0 }
    var changes: [Int] = []
    let gone = old.attributes.subtracting(new.attributes)
    let come = new.attributes.subtracting(old.attributes)
    if gone.contains(.bold) || gone.contains(.dim) { changes.append(2) }
    for attribute in [Look.Attributes.reverse, .underline] where gone.contains(attribute) {
      changes.append(2)
    }
    for attribute in [Look.Attributes.bold, .dim, .reverse, .underline] where come.contains(attribute) {
      changes.append(1)
    }
    if old.foreground != new.foreground { changes.append(color(new.foreground)) }
    if old.background != new.background { changes.append(color(new.background)) }
    var whole = [0]
    for attribute in [Look.Attributes.bold, .dim, .reverse, .underline]
    where new.attributes.contains(attribute) {
      whole.append(1)
    }
    if new.foreground != Look.defaultColor { whole.append(color(new.foreground)) }
    if new.background != Look.defaultColor { whole.append(color(new.background)) }
    return min(sequence(changes), sequence(whole))
  }

  /// The bytes of the parameter that sets a colour.
  private static func color(_ number: Int32) -> Int {
    switch number {
    case Look.defaultColor, 0..<16: 2
    default: 5 + String(number).utf8.count
    }
  }

  private static func sequence(_ parameters: [Int]) -> Int { 2 + parameters.reduce(0, +) + parameters.count }
}
