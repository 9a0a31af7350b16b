import Foundation

/// Brings texts that a person would call the same into one form.
///
/// Case, marks (é and e), widths (Ａ and A) and ligatures make no difference, by Unicode's own mappings and in no
/// language in particular: `istanbul` finds `İSTANBUL`, `strasse` finds `Straße`.
enum TextFold {
  /// The text's form.
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var kept = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      kept.append(scalar)
    }
    // By way of the capitals, since ß, ſ, ς and ı have the same ones as ss, s, σ and i.
    return String(kept).uppercased().lowercased()
  }
}
