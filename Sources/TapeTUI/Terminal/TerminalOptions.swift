/// What the user wants of the terminal, and the environment it is found in.
public struct TerminalOptions: Hashable, Sendable {
  /// The colours.
  public var color: ColorChoice
  /// Whether only ASCII is drawn, even where more could be.
  public var ascii: Bool
  /// Whether clicks and the wheel are keys; the terminal then selects text only with Shift held.
  public var mouse: Bool
  /// Whether the terminal's cursor is seen where it rests, at the start of the selected row.
  public var cursor: Bool
  /// The colours of what rises and falls.
  public var prices: PriceColors
  /// The environment: `TERM`, `NO_COLOR`, `ESCDELAY` and the variables of the locale are looked up in it.
  public var environment: [String: String]

  /// Options of those values.
  public init(
    color: ColorChoice = .auto, ascii: Bool = false, mouse: Bool = false, cursor: Bool = false,
    prices: PriceColors = .greenRed, environment: [String: String]
  ) {
    self.color = color
    self.ascii = ascii
    self.mouse = mouse
    self.cursor = cursor
    self.prices = prices
    self.environment = environment
  }
}
