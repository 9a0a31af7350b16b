import Foundation
import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// Tries the way to a source, step by step: proxy, name, connection, first message, first price.
struct DoctorLink {
  /// How long the whole way may take.
  static let patience = Duration.seconds(15)

  let options: Options
  let environment: [String: String]
  let pipeline: LivePipeline
  let started: Instant

  /// Says how far it leads.
  func look(_ report: inout DoctorReport) async {
    await DoctorWay(environment: environment, to: pipeline.source.quotes).look(&report)
    await prices(&report)
  }

  private func prices(_ report: inout DoctorReport) async {
    let deadline = Deadline(instant: started + Self.patience, time: pipeline.time)
    guard let symbols = await list(until: deadline, &report) else { return }
    let seen = await watch(symbols, until: deadline)
    if let refusal = seen.refusal, isKeyed { return report.add("key accepted", .failed, refusal) }
    let isSecure = pipeline.source.quotes.isSecure
    let subject = isSecure ? "TLS" : "connection"
    guard let connected = seen.connectedAt else {
      return report.add(
        subject, .failed, seen.trouble ?? "no connection within \(Self.patience.components.seconds) s.")
    }
    let how = isSecure ? "encrypted, and the certificate is accepted" : "open, and not encrypted"
    report.add(subject, .fine, "\(how), after \(age(connected))")
    guard let live = seen.liveAt else {
      return report.add(
        "first message", .failed, seen.trouble ?? "the source says nothing. Try again in a minute.")
    }
    report.add("first message", .fine, "after \(age(live))")
    if let profile = pipeline.source.venue?.profile {
      DoctorKeys(
        profile: profile, environment: environment,
        preset: profile.name == SourceProfile.described ? options.graphQL : nil
      ).accepted(&report)
    }
    guard let price = seen.price else {
      let why = seen.trouble ?? seen.absence ?? "none came for \(symbols.first?.text ?? "any symbol")"
      return report.add("first price", .failed, "\(why). Check the symbol.")
    }
    report.add("first price", .fine, "\(price.words), after \(age(price.at))")
    if let period = seen.period { report.add("period", .note, period) }
    report.add("lost messages", .note, pipeline.source.dialect.terms.evidence.words)
  }

  /// Whether the source is shown a key.
  private var isKeyed: Bool {
    pipeline.source.credentials != nil || pipeline.source.poll?.secrets.isEmpty == false
  }

  private func age(_ instant: Instant) -> String { "\((instant - started).wholeMilliseconds) ms" }

  /// The symbols to watch; nil when there is no list, which is said.
  private func list(until deadline: Deadline, _ report: inout DoctorReport) async -> [Symbol]? {
    do {
      let instruments = try await deadline.bound { [watchlist = pipeline.watchlist] in
        try await watchlist.instruments()
      }
      if let venue = pipeline.source.venue, !venue.profile.listing.paths.isEmpty {
        await listing(of: venue, &report)
      }
      return instruments.prefix(3).map(\.symbol)
    } catch let error as WatchlistError {
      report.add("list", .failed, error.sentence)
    } catch {
      report.add("list", .failed, "it did not come within \(Self.patience.components.seconds) s.")
    }
    return nil
  }

  /// How many instruments there are, and whether the source was asked for them just now.
  private func listing(of venue: SourceParts.Venue, _ report: inout DoctorReport) async {
    let place = TextSanitizer.clean(venue.office)
    guard venue.context.isComplete else {
      return report.add(
        "instruments", .failed,
        "no list from \(place); prices come without names. See --log FILE, or check --rest.")
    }
    let count = "\(venue.context.all.count)"
    guard let savedAt = await pipeline.main.directory?.rememberedAt else {
      return report.add("instruments", .fine, "\(count), from \(place)")
    }
    let age = PeriodText.words(Int((pipeline.time.wall - savedAt).wholeMilliseconds / 1000))
    report.add("instruments", .fine, "\(count), remembered \(age) ago from \(place)")
  }

  /// What was seen of the link.
  private struct Seen: Sendable {
    var connectedAt: Instant?
    var liveAt: Instant?
    var price: (words: String, at: Instant)?
    var trouble: String?
    /// Why the source does not want us.
    var refusal: String?
    /// How often the source is asked, as it says.
    var period: String?
    var absence: String?
  }

  private func watch(_ symbols: [Symbol], until deadline: Deadline) async -> Seen {
    let seen = try? await deadline.bound {
      [watch = pipeline.watch, time = pipeline.time, isPolled = pipeline.source.poll != nil] in
      var seen = Seen()
      for await batch in watch.watch(Set(symbols)) {
        if batch.connections > 0, seen.connectedAt == nil { seen.connectedAt = time.now }
        if let source = batch.source, isPolled { seen.period = source.quality }
        switch batch.feed {
        case .live where seen.liveAt == nil: seen.liveAt = time.now
        case .reconnecting(_, _, _, let reason): seen.trouble = reason
        case .refused(let reason): (seen.trouble, seen.refusal) = (reason, reason)
        default: break
        }
        if case .refused = batch.feed { break }
        // A venue's first answer to a wrong address is given time to be followed by a better one.
        for (symbol, quote) in batch.changes.sorted(by: { $0.key < $1.key }) {
          if quote.isLive, let last = quote.quote?.last {
            seen.price = ("\(symbol) \(last.plainText) \(TextSanitizer.clean(last.currency))", time.now)
          } else if quote.absence == .unknownSymbol {
            seen.absence = "\(symbol) is not known"
          }
        }
        if seen.price != nil { break }
      }
      return seen
    }
    return seen ?? Seen()
  }
}
