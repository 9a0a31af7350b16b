/// The screen's way to the terminal; the only owner of what is drawn.
@MainActor
public protocol Terminal: AnyObject {
  /// The current size.
  var size: TerminalSize { get }
  /// What the terminal can show.
  var traits: TerminalTraits { get }
  /// How many columns its characters take.
  var width: DisplayWidth { get }
  /// Keys, resizes and signals, in order; ends with the terminal.
  func events() -> AsyncStream<TerminalEvent>
  /// Shows a canvas: only cells that differ from what is shown are sent, in one write; nothing when nothing differs.
  func present(_ canvas: Canvas)
  /// How long the line needs for what the last ``present(_:)`` sent; zero where it is fast, or its speed is not known.
  var sendingTime: Duration { get }
  /// Forgets what is shown, so that the next canvas is drawn whole.
  func invalidate()
  /// Makes clicks and the wheel keys, or leaves them to the terminal, which then selects text with them.
  func setMouse(_ isOn: Bool)
  /// Draws rises and falls in those colours from the next canvas on.
  func setPriceColors(_ colors: PriceColors)
  /// Hands the terminal back, stops the process as Ctrl-Z does, and returns when it runs again.
  func stop()
  /// Hands the terminal back for good; further calls do nothing.
  func leave()
}

extension Terminal {
  /// A fast line.
  public var sendingTime: Duration { .zero }
}
