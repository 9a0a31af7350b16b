/// How a style is drawn: palette numbers and attributes.
package struct Look: Hashable, Sendable {
  /// Attributes a terminal may have.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// A bit for each.
    package let rawValue: UInt8

    /// Attributes of those bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier; bright on some terminals.
    package static let bold = Attributes(rawValue: 1)
    /// Fainter; only with the default colours.
    package static let dim = Attributes(rawValue: 2)
    /// Text and background exchanged.
    package static let reverse = Attributes(rawValue: 4)
    /// A line below.
    package static let underline = Attributes(rawValue: 8)
  }

  /// Stands for the terminal's own colour.
  package static let defaultColor: Int32 = -1

  /// The colour of the text: a palette number, or ``defaultColor``.
  package var foreground = defaultColor
  /// The colour behind it, likewise.
  package var background = defaultColor
  /// The attributes.
  package var attributes: Attributes = []

  /// A look of those values.
  package init(
    foreground: Int32 = defaultColor, background: Int32 = defaultColor, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}
