import TapeData
import TapeDomain
import TapeWebSocket

extension InstrumentDirectory {
  /// The directory of a venue, which remembers its list in the user's cache.
  init(
    _ venue: SourceParts.Venue, environment: [String: String], http: HTTPClient, log: LinkLog,
    time: TimeSource
  ) {
    let cache = (try? UserFolders(environment: environment).cache()).map {
      InstrumentCache(directory: $0, source: venue.profile.name, base: venue.office)
    }
    self.init(
      profile: venue.profile, base: venue.office,
      http: http, credentials: venue.credentials, cache: cache,
      context: venue.context, time: time, log: { log.write($0) })
  }
}
