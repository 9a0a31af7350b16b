/// How many colours are drawn, from what the user wants and what the terminal has.
enum ColorSupport {
  /// The colours to draw; `available` is the terminal's own count, 16 million with direct colour.
  ///
  /// `NO_COLOR` counts when it is not empty, as no-color.org asks; a choice on the command line comes before it.
  static func colors(
    choice: ColorChoice, environment: [String: String], available: Int
  ) -> TerminalTraits.Colors {
    switch choice {
    case .never: .none
    case .auto where environment["NO_COLOR", default: ""].isEmpty: level(of: available)
    case .auto: .none
    case .sixteen: min(level(of: available), .sixteen)
    case .many: level(of: available)
    }
  }

  private static func level(of count: Int) -> TerminalTraits.Colors {
    switch count {
    case ..<8: .none
    case ..<16: .eight
    case ..<256: .sixteen
    default: .many
    }
  }
}
