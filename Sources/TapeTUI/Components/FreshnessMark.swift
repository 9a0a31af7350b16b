import TapeDomain

/// What a screen says about freshness; a change of it does not wait for a slow tick.
struct FreshnessMark: Hashable, Sendable {
  /// The link's state.
  let link: LinkState
  /// The banner.
  let banner: Banner?
  /// Of each row on the screen, whether its price may be out of date.
  let staleRows: [Bool]

  /// The mark of a state.
  init(_ state: WatchlistViewState) {
    link = state.link
    banner = state.banner
    let first = min(max(0, state.firstVisible), state.rows.count)
    let end = min(state.rows.count, first + max(0, state.visibleCount))
    staleRows = state.rows[first..<end].map { $0.staleSince != nil }
  }
}
