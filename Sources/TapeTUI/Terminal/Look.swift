/// How a style is drawn: palette numbers and attributes.
struct Look: Hashable, Sendable {
  /// Attributes a terminal may have.
  struct Attributes: OptionSet, Hashable, Sendable {
    /// A bit for each.
    let rawValue: UInt8

    /// Heavier; bright on some terminals.
    static let bold = Attributes(rawValue: 1)
    /// Fainter; only with the default colours.
    static let dim = Attributes(rawValue: 2)
    /// Text and background exchanged.
    static let reverse = Attributes(rawValue: 4)
    /// A line below.
    static let underline = Attributes(rawValue: 8)
  }

  /// Stands for the terminal's own colour.
  static let defaultColor: Int32 = -1

  /// The colour of the text: a palette number, or ``defaultColor``.
  var foreground = defaultColor
  /// The colour behind it, likewise.
  var background = defaultColor
  /// The attributes.
  var attributes: Attributes = []
}
