/// Makes text of a server safe and short enough for a terminal.
public enum TextSanitizer {
  /// The most scalars that are kept unless told otherwise.
  public static let defaultMaximum = 200
  /// The most scalars that are kept of sentences for the user, which say at their end what to do.
  public static let sentenceMaximum = 600

  /// `text` on one line, without anything that a terminal would obey or could not place.
  ///
  /// Controls, marks of direction and joining, private and unassigned scalars are left out. White space of any
  /// kind and number becomes one space, none at the ends. An emoji sequence is reduced to its first scalar,
  /// since terminals disagree about its width. At most `maximum` scalars remain, and no more than sixteen times
  /// as many are looked at.
  public static func clean(_ text: String, maximum: Int = defaultMaximum) -> String {
    // Nearly every name and message is plain ASCII and passes as it is.
    if text.utf8.count <= maximum, isPlain(text) { return text }
    var kept = String.UnicodeScalarView()
    var count = 0
    var isSpaceDue = false
    var isJoined = false
    for scalar in text.unicodeScalars.prefix(maximum * 16) {
      if count >= maximum { break }
      if scalar.properties.isWhitespace {
        isSpaceDue = count > 0
        isJoined = false
        continue
      }
      if scalar == "\u{200D}" {
        isJoined = kept.last?.properties.isEmojiPresentation ?? false
        continue
      }
      guard isShown(scalar), !(count == 0 && isMark(scalar)) else { continue }
      if isJoined {
        isJoined = false
        continue
      }
      if isSpaceDue, count + 1 < maximum {
        kept.append(" ")
        count += 1
      }
      isSpaceDue = false
      kept.append(scalar)
      count += 1
    }
    return String(kept)
  }

  /// Printable ASCII without two spaces in a row or one at an end.
  private static func isPlain(_ text: String) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte) else { return false }
      if byte == 0x20, previous == 0x20 { return false }
      previous = byte
    }
    return previous != 0x20 || text.isEmpty
  }

  /// Whether a terminal would place a scalar, and obey nothing in it.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned: return false
    default: break
    }
    return !properties.isVariationSelector && !properties.isEmojiModifier
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }
}
