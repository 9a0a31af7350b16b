/// The name of an instrument on its source, such as `ACME`, `BRK.B` or `EURUSD=X`; case matters.
public struct Symbol: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The symbol's text: 1 to 32 visible ASCII characters without space, comma or quote.
  public let text: String

  /// The longest symbol, in characters.
  public static let maximumLength = 32

  /// A symbol of that text, or nil when the text is not one.
  public init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard (1...Self.maximumLength).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else { return nil }
    self.text = String(text)
  }

  /// Whether a symbol may contain this byte.
  public static func isAllowed(_ byte: UInt8) -> Bool {
    // "!" to "~", without the double quote, the single quote and the comma.
    (0x21...0x7E).contains(byte) && byte != 0x22 && byte != 0x27 && byte != 0x2C
  }

  /// The symbol's text.
  public var description: String { text }

  /// Orders by the text's bytes.
  public static func < (left: Symbol, right: Symbol) -> Bool {
    left.text < right.text
  }
}
