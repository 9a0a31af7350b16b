public import TapeDomain

/// When a screen on which nothing happens looks different all the same.
extension WatchlistRenderer {
  /// The next instant at which a flash ends, an age grows or the countdown falls; nil when nothing moves by
  /// itself.
  public func nextChange(in state: WatchlistViewState, after moment: Moment, size: TerminalSize) -> Instant? {
    guard size.columns >= ScreenAreas.minimum.columns, let areas = areas(for: state, size: size) else {
      return nil
    }
    var changes: [Instant] = []
    if let banner = state.banner, !options.isCalm,
      let change = BannerLines.nextChange(of: banner, after: moment.now)
    {
      changes.append(change)
    }
    if let activity = state.activity, state.banner == nil, !options.isCalm,
      let change = ActivityLine.nextChange(of: activity, after: moment.now)
    {
      changes.append(change)
    }
    if !state.isHelpShown {
      for index in visibleRows(of: state, in: areas) {
        changes += nextChange(of: state.rows[index], in: state, after: moment)
      }
    }
    return changes.min()
  }

  private func nextChange(
    of row: PriceRowState, in state: WatchlistViewState, after moment: Moment
  ) -> [Instant] {
    var changes: [Instant] = []
    if options.isFlashing, !state.isPaused, row.staleSince == nil, let flash = row.flash,
      let change = FlashPhase.nextChange(of: flash, after: moment.now, tick: state.tick)
    {
      changes.append(change)
    }
    if let since = agedSince(row, in: state) {
      // An age in steps may be late by a second, but must not be looked at more often than it can change.
      let age = AgeText(since: since, now: dataTime(of: state, at: moment))
      changes.append(moment.now + age.untilChange)
    }
    return changes
  }
}
