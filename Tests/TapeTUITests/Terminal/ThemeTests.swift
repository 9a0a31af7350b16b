import Foundation
import Testing

@testable import TapeTUI

@Suite struct ThemeTests {
  private static let levels: [TerminalTraits.Colors] = [.none, .eight, .sixteen, .many]
  private static let flashes: [Style.Role] = [.flashUp, .flashUpFading, .flashDown, .flashDownFading]
  /// Black, the usual dark grey, both Solarized ones and white.
  private static let backgrounds: [Int32] = [0x000000, 0x1E1E1E, 0x002B36, 0xFDF6E3, 0xFFFFFF]

  private func theme(_ colors: TerminalTraits.Colors, _ available: Look.Attributes = [.dim, .underline])
    -> Theme
  {
    Theme(colors: colors, available: available)
  }

  @Test("Every foreground of the 256-colour palette is readable on light and dark backgrounds")
  func contrast() {
    for role in Style.Role.allCases {
      let look = theme(.many).look(of: Style(role))
      guard look.foreground != Look.defaultColor else { continue }
      let behind =
        look.background == Look.defaultColor ? Self.backgrounds : [DirectColor.value(of: look.background)]
      for background in behind {
        let ratio = Self.contrast(DirectColor.value(of: look.foreground), background)
        #expect(ratio >= 3, "\(role.rawValue) on \(String(background, radix: 16))")
      }
    }
  }

  @Test("Only flashes bring a background, and then name both colours", arguments: levels)
  func backgrounds(colors: TerminalTraits.Colors) {
    for role in Style.Role.allCases {
      let look = theme(colors).look(of: Style(role))
      let isFilled = look.background != Look.defaultColor
      #expect(isFilled == (colors != .none && Self.flashes.contains(role)))
      if isFilled { #expect(look.foreground != Look.defaultColor) }
    }
  }

  @Test("Stale differs from live text at every number of colours, with dim or without", arguments: levels)
  func stale(colors: TerminalTraits.Colors) {
    for available: Look.Attributes in [[.dim, .underline], [.underline]] {
      let theme = theme(colors, available)
      #expect(theme.look(of: Style(.stale)) != theme.look(of: Style(.normal)))
      #expect(theme.look(of: Style(.stale)) != theme.look(of: Style(.up)))
      #expect(
        theme.look(of: Style(.stale, isSelected: true)) != theme.look(of: Style(.normal, isSelected: true)))
    }
  }

  @Test("Dim is never joined to a colour, which the Linux console cannot show", arguments: levels)
  func dimWithoutColor(colors: TerminalTraits.Colors) {
    for role in Style.Role.allCases {
      for isSelected in [false, true] {
        let look = theme(colors).look(of: Style(role, isSelected: isSelected))
        if look.attributes.contains(.dim) { #expect(look.foreground == Look.defaultColor) }
      }
    }
  }

  @Test("A flash differs from the row around it, selected or not", arguments: levels)
  func flash(colors: TerminalTraits.Colors) {
    for isSelected in [false, true] {
      let around = theme(colors).look(of: Style(.normal, isSelected: isSelected))
      for role in Self.flashes {
        #expect(theme(colors).look(of: Style(role, isSelected: isSelected)) != around, "\(role.rawValue)")
      }
    }
  }

  @Test("The second step of a flash is fainter where there are colours for it, or none at all")
  func fading() {
    for colors in [TerminalTraits.Colors.many, .none] {
      #expect(theme(colors).look(of: Style(.flashUp)) != theme(colors).look(of: Style(.flashUpFading)))
      #expect(theme(colors).look(of: Style(.flashDown)) != theme(colors).look(of: Style(.flashDownFading)))
    }
  }

  @Test("The selected row is one bar in reverse", arguments: levels)
  func selection(colors: TerminalTraits.Colors) {
    for role in Style.Role.allCases where !Self.flashes.contains(role) {
      #expect(theme(colors).look(of: Style(role, isSelected: true)).attributes.contains(.reverse))
    }
  }

  @Test("Without colours no palette number is used")
  func monochrome() {
    for role in Style.Role.allCases {
      #expect(theme(.none).look(of: Style(role)).foreground == Look.defaultColor)
    }
  }

  /// The WCAG 2 contrast of two colours `0xRRGGBB`, from 1 to 21.
  private static func contrast(_ first: Int32, _ second: Int32) -> Double {
    let bright = max(luminance(first), luminance(second))
    let dark = min(luminance(first), luminance(second))
    return (bright + 0.05) / (dark + 0.05)
  }

  private static func luminance(_ color: Int32) -> Double {
    func channel(_ shift: Int32) -> Double {
      let value = Double(color >> shift & 0xFF) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
  }
}
