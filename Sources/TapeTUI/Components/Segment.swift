/// A piece of a line in one style.
struct Segment: Hashable, Sendable {
  /// The text.
  var text: String
  /// What it means.
  var role: Style.Role

  /// A piece of that text and meaning.
  init(_ text: String, _ role: Style.Role = .normal) {
    self.text = text
    self.role = role
  }
}
