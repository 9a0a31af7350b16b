/// What styles look like on one terminal.
///
/// The background is the user's own, light or dark, which nobody can know: so every foreground is readable on both
/// (WCAG contrast of 3 or more on black, white and Solarized), and only flashes bring a background, with black or
/// white text named beside it. Bright black and bold black are never used: Solarized hides them.
package struct Theme: Sendable {
  private let colors: TerminalTraits.Colors
  private let quiet: Look
  /// The colours of what rises and falls.
  var prices: PriceColors

  /// A theme for so many colours; `available` are the attributes the terminal has.
  package init(
    colors: TerminalTraits.Colors, available: Look.Attributes, prices: PriceColors = .greenRed
  ) {
    self.colors = colors
    self.prices = prices
    // Without dim, stale rows must still differ from live ones.
    quiet =
      if colors == .many {
        Look(foreground: 244)
      } else {
        Look(attributes: available.contains(.dim) ? .dim : available.intersection(.underline))
      }
  }

  /// How a style is drawn.
  package func look(of style: Style) -> Look {
    var look = look(of: style.role)
    guard style.isSelected else { return look }
    // A flash stands out of the selection's bar by its own background, or without colours by not being reversed.
    if look.background != Look.defaultColor { return look }
    if colors == .none {
      look.attributes.formSymmetricDifference(.reverse)
      if style.role == .flashUp || style.role == .flashDown { look.attributes.insert(.bold) }
    } else {
      if style.role != .stale { look.foreground = Look.defaultColor }
      look.attributes.insert(.reverse)
    }
    return look
  }

  private func look(of role: Style.Role) -> Look {
    switch colors {
    case .many: prices == .blueOrange ? blueOrange(role) ?? palette(role) : palette(swapped(role))
    case .sixteen, .eight: prices == .blueOrange ? plainBlueOrange(role) ?? basic(role) : basic(swapped(role))
    case .none: monochrome(role)
    }
  }

  /// The role whose colours stand for this one: where rises are red, each takes the other's.
  private func swapped(_ role: Style.Role) -> Style.Role {
    guard prices == .redGreen else { return role }
    return switch role {
    case .up: .down
    case .down: .up
    case .flashUp: .flashDown
    case .flashDown: .flashUp
    case .flashUpFading: .flashDownFading
    case .flashDownFading: .flashUpFading
    default: role
    }
  }

  /// Blue and orange, each readable on light and dark; nil for a role without them.
  private func blueOrange(_ role: Style.Role) -> Look? {
    switch role {
    case .up: Look(foreground: 33)
    case .down: Look(foreground: 166)
    case .flashUp: Look(foreground: 231, background: 26)
    case .flashUpFading: Look(foreground: 16, background: 74)
    case .flashDown: Look(foreground: 16, background: 208)
    case .flashDownFading: Look(foreground: 16, background: 173)
    default: nil
    }
  }

  /// The few colours of a plain terminal have no orange, and their blue is read on one background only: rises are
  /// bold there, falls magenta.
  private func plainBlueOrange(_ role: Style.Role) -> Look? {
    switch role {
    case .up: Look(attributes: .bold)
    case .down: Look(foreground: 5)
    case .flashUp, .flashUpFading: Look(foreground: 7, background: 4)
    case .flashDown, .flashDownFading: Look(foreground: 7, background: 5)
    default: nil
    }
  }

  private func palette(_ role: Style.Role) -> Look {
    switch role {
    case .normal: Look()
    case .muted, .stale: quiet
    case .accent: Look(foreground: 32, attributes: .bold)
    case .up, .live: Look(foreground: 28)
    case .down: Look(foreground: 196)
    case .flashUp: Look(foreground: 16, background: 34)
    case .flashUpFading: Look(foreground: 16, background: 71)
    case .flashDown: Look(foreground: 231, background: 160)
    case .flashDownFading: Look(foreground: 16, background: 167)
    case .attention: Look(foreground: 166)
    case .warning: Look(foreground: 196, attributes: .bold)
    case .simulated: Look(foreground: 166, attributes: .bold)
    }
  }

  // Yellow, cyan and blue are unreadable on one background or the other; a flash has no fainter step.
  private func basic(_ role: Style.Role) -> Look {
    switch role {
    case .normal: Look()
    case .muted, .stale: quiet
    case .accent, .attention, .simulated: Look(attributes: .bold)
    case .up, .live: Look(foreground: 2)
    case .down: Look(foreground: 1)
    case .flashUp, .flashUpFading: Look(foreground: 0, background: 2)
    case .flashDown, .flashDownFading: Look(foreground: 7, background: 1)
    case .warning: Look(foreground: 1, attributes: .bold)
    }
  }

  private func monochrome(_ role: Style.Role) -> Look {
    switch role {
    case .normal, .up, .down, .live: Look()
    case .muted, .stale: quiet
    case .flashUp, .flashDown: Look(attributes: .reverse)
    case .accent, .attention, .warning, .simulated, .flashUpFading, .flashDownFading:
      Look(attributes: .bold)
    }
  }
}
