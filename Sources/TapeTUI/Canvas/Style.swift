/// How a cell looks, as a meaning; the theme of the terminal decides the colours.
public struct Style: Hashable, Sendable {
  /// What the cell's text means.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Ordinary text.
    case normal
    /// Quiet text: column titles, hints, the track of a day range.
    case muted
    /// The one accent: the program's name, keys in the footer.
    case accent
    /// A price or change above its reference.
    case up
    /// A price or change below its reference.
    case down
    /// First step of the flash of a price that rose.
    case flashUp
    /// Second, fainter step of the same.
    case flashUpFading
    /// First step of the flash of a price that fell.
    case flashDown
    /// Second, fainter step of the same.
    case flashDownFading
    /// Everything in a row whose price may be out of date, and every row of a paused screen.
    case stale
    /// A state that wants attention: HALTED, AUCTION, unknown symbol.
    case attention
    /// The link is live.
    case live
    /// The banner of a link that is down, and link states other than LIVE.
    case warning
    /// DEMO and REPLAY, which must never be mistaken for real prices.
    case simulated
  }

  /// What the text means.
  public var role: Role
  /// Whether the cell belongs to the selected row.
  public var isSelected: Bool

  /// A style of that meaning.
  public init(_ role: Role = .normal, isSelected: Bool = false) {
    self.role = role
    self.isSelected = isSelected
  }
}
