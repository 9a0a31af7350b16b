import Foundation
public import TapeDomain
public import TapeWebSocket

/// Asks a source for the state of its market: every few minutes, and when a session is due to begin or end.
public actor MarketWatch {
  /// Makes a request for the path below the base and returns the body of a good answer; nil when there is none.
  public typealias Fetch = @Sendable (_ path: String) async -> [UInt8]?

  private static let spacing = Duration.seconds(300)
  private static let retrySpacing = Duration.seconds(30)
  private static let calendarAge = Duration.seconds(6 * 3600)
  /// How long after a session is due to change it is asked for.
  private static let grace = Duration.seconds(2)

  private let hours: any MarketHours
  private let fetch: Fetch
  private let time: TimeSource
  private let tell: @Sendable (MarketState) async -> Void
  private var calendar: (body: [UInt8], at: Instant)?
  private var said: MarketState?
  private var isOver = false

  /// A watch that is not running; `tell` hears each state that is another than the one before.
  public init(
    hours: any MarketHours, fetch: @escaping Fetch, time: TimeSource,
    tell: @escaping @Sendable (MarketState) async -> Void
  ) {
    self.hours = hours
    self.fetch = fetch
    self.time = time
    self.tell = tell
  }

  /// Ends ``run()`` the next time that it looks.
  public func stop() { isOver = true }

  /// Watches until the task is cancelled, or until ``stop()``.
  public func run() async {
    while !Task.isCancelled, !isOver {
      let wait = await look()
      guard (try? await time.sleep(for: wait)) != nil else { return }
    }
  }

  /// Asks once; how long to wait until the next time.
  private func look() async -> Duration {
    await readCalendar()
    guard let body = await fetch(hours.statePath),
      let state = hours.state(body, calendar: calendar?.body ?? [], at: time.wall)
    else { return Self.retrySpacing }
    if said != state { await tell(state) }
    // A source may be a moment behind its own market.
    let isLate = said.map { $0.session == state.session && ($0.changesAt ?? time.wall) < time.wall } ?? false
    said = state
    if isLate { return Self.retrySpacing }
    let change = state.changesAt.map { max(.seconds(1), $0 - time.wall + Self.grace) }
    return min(Self.spacing, change ?? Self.spacing)
  }

  private func readCalendar() async {
    guard let path = hours.calendarPath else { return }
    if let calendar, time.now - calendar.at < Self.calendarAge { return }
    guard let body = await fetch(path) else { return }
    calendar = (body, time.now)
  }

  /// The offset of a time zone from UTC at a time, in seconds; nil for a zone that this machine does not know.
  public static let offset: @Sendable (String, Timestamp) -> Int? = { name, time in
    TimeZone(identifier: name)?.secondsFromGMT(for: Date(timeIntervalSince1970: .init(time.wholeSeconds)))
  }
}

extension HTTPClient {
  /// A fetch for ``MarketWatch`` that carries `headers` to `base` and follows no redirect, and says in the log what failed.
  public func marketFetch(
    base: String, headers: [HTTPHeader], title: String, log: @escaping @Sendable (String) -> Void
  ) -> MarketWatch.Fetch {
    { path in
      var limits = HTTPLimits()
      limits.maximumRedirects = 0
      do throws(HTTPError) {
        let response = try await get(base + path, headers: headers, limits: limits)
        if response.status == 200 { return response.body }
        log("\(title)'s market, \(path.prefix { $0 != "?" }): HTTP \(response.status)")
      } catch {
        log("\(title)'s market, \(path.prefix { $0 != "?" }): \(error.explanation)")
      }
      return nil
    }
  }
}
