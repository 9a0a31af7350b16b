/// What a terminal can show.
public struct TerminalTraits: Hashable, Sendable {
  /// How many colours there are.
  public enum Colors: Int, Hashable, Comparable, Sendable {
    /// None, or none wanted.
    case none = 2
    /// The eight basic ones.
    case eight = 8
    /// The basic ones and their bright forms.
    case sixteen = 16
    /// The 256-colour palette, or direct colour used like it.
    case many = 256

    /// Orders by the number of colours.
    public static func < (left: Colors, right: Colors) -> Bool { left.rawValue < right.rawValue }
  }

  /// The colours.
  public var colors: Colors
  /// Whether characters beyond ASCII may be drawn.
  public var isUnicode: Bool

  /// Traits of those values.
  public init(colors: Colors, isUnicode: Bool) {
    self.colors = colors
    self.isUnicode = isUnicode
  }
}
