/// Draws the watchlist frame after frame, and keeps what is the same for all frames of a list.
///
/// The widths of the columns depend on every symbol and name but on no price: they are looked for once a list, so that
/// a frame of a long list costs what its visible rows cost.
package struct WatchlistFrames {
  /// What draws.
  package private(set) var renderer: WatchlistRenderer
  private var widths: (list: Int, rows: Int, value: ColumnWidths)?

  /// Frames that the renderer draws.
  package init(renderer: WatchlistRenderer) {
    self.renderer = renderer
  }

  /// Draws with other options from now on.
  mutating func setOptions(_ options: WatchlistRenderer.Options) {
    renderer.options = options
  }

  /// The screen at that moment, as ``WatchlistRenderer/canvas(for:at:size:)`` draws it.
  package mutating func canvas(
    for state: WatchlistViewState, at moment: WatchlistRenderer.Moment, size: TerminalSize
  ) -> Canvas {
    renderer.canvas(for: state, widths: widths(of: state), at: moment, size: size)
  }

  private mutating func widths(of state: WatchlistViewState) -> ColumnWidths {
    if let widths, widths.list == state.listNumber, widths.rows == state.rows.count { return widths.value }
    let value = renderer.widths(of: state.rows)
    widths = (state.listNumber, state.rows.count, value)
    return value
  }
}
