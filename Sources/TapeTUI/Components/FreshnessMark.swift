import TapeDomain

/// What a screen says about freshness; a change of it does not wait for a slow tick.
struct FreshnessMark: Hashable, Sendable {
  /// The link's state.
  let link: LinkState
  /// The banner.
  let banner: Banner?
  /// Of each row on the screen, whether its price may be out of date.
  let staleRows: [Bool]

  /// The mark of a state; on a calm screen only that the link is declared down or live again is worth a frame of
  /// its own.
  init(_ state: WatchlistViewState, isCalm: Bool = false) {
    link = state.link
    if isCalm {
      banner = state.banner.map {
        Banner(
          text: $0.text, subject: $0.subject, reason: "", attempt: nil, retryAt: nil, canRetry: $0.canRetry)
      }
      staleRows = []
      return
    }
    banner = state.banner
    let first = min(max(0, state.firstVisible), state.rows.count)
    let end = min(state.rows.count, first + max(0, state.visibleCount))
    staleRows = state.rows[first..<end].map { $0.staleSince != nil }
  }
}
