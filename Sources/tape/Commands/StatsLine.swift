import TapeDomain

/// What `--stats` prints: one line.
enum StatsLine {
  static func text(_ statistics: FeedStatistics, batches: Int, started: Instant) -> String {
    let first = statistics.firstPriceAt.map { "\(($0 - started).wholeMilliseconds) ms" } ?? "never"
    return [
      "first price \(first)", "updates \(statistics.updates)", "batches \(batches)",
      "gaps \(statistics.gaps)", "resyncs \(statistics.resyncs)", "reconnects \(statistics.reconnects)",
      "malformed \(statistics.malformed)", "in \(statistics.bytesIn) B", "out \(statistics.bytesOut) B",
      "stale \(staleShare(statistics))",
    ].joined(separator: ", ")
  }

  /// The share of time that watched symbols were stale after their first price, in tenths of a percent.
  private static func staleShare(_ statistics: FeedStatistics) -> String {
    let watched = statistics.watchedTime.wholeMilliseconds
    guard watched > 0 else { return "0.0 %" }
    let perMille = statistics.staleTime.wholeMilliseconds * 1000 / watched
    return "\(perMille / 10).\(perMille % 10) %"
  }
}
