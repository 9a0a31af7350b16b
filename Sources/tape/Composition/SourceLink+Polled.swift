import TapeData
import TapeDomain
import TapeTUI

extension SourceLink {
  /// The link to a source that is asked for its prices.
  static func polled(
    _ poll: SourceParts.Poll, of source: SourceParts, recorder: TapeRecorder?,
    in surroundings: LinkSurroundings
  ) -> any QuoteLink {
    for secret in poll.secrets { recorder?.hide(secret) }
    let http = surroundings.http
    let log = surroundings.log
    let name = source.venue?.profile.name ?? "source"
    let store = (try? UserFolders(environment: surroundings.environment).state()).map { folder in
      PollRecordFile(path: "\(folder)/credits-\(name).json", log: { log.write($0) })
    }
    return PolledQuoteSocket(
      source: poll.source,
      label: FeedSource(name: source.label.word, quality: source.label.quality, isSimulated: false),
      fetch: { request async throws(HTTPError) in try await http.answer(request) },
      store: poll.source.terms.perMinute == nil && poll.source.terms.perDay == nil ? nil : store,
      time: surroundings.time, jitter: { Int.random(in: 500...1500) }, recorder: recorder,
      log: { log.write($0) })
  }
}
