/// What of the settings a screen that runs can change to.
public struct ScreenSettings: Hashable, Sendable {
  /// What the renderer draws, and which keys do what.
  public var renderer: WatchlistRenderer.Options
  /// The colours of what rises and falls.
  public var colors: PriceColors

  /// Settings of those values.
  public init(
    renderer: WatchlistRenderer.Options = WatchlistRenderer.Options(), colors: PriceColors = .greenRed
  ) {
    self.renderer = renderer
    self.colors = colors
  }
}
