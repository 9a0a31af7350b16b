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
    await way(&report)
    await prices(&report)
  }

  private func way(_ report: inout DoctorReport) async {
    let quotes = pipeline.source.quotes
    let host = TextSanitizer.clean(quotes.host)
    if let proxy = try? ProxyEnvironment(environment).place(for: quotes) {
      report.add("proxy", .fine, "\"\(proxy.place)\", as \(proxy.variable) says")
      return report.add("name", .note, "\"\(host)\" may be looked up by the proxy")
    }
    report.add("proxy", .fine, "none for \"\(host)\"")
    switch await Self.lookUp(quotes.host) {
    case .success(let count):
      report.add("name", .fine, "\"\(host)\" has \(count) address\(count == 1 ? "" : "es")")
    case .failure(let error):
      report.add(
        "name", .failed,
        "\"\(host)\" is not found: \(error.reason). Check the network, the name and /etc/resolv.conf.")
    }
  }

  private func prices(_ report: inout DoctorReport) async {
    let deadline = Deadline(instant: started + Self.patience, time: pipeline.time)
    guard let symbols = await list(until: deadline, &report) else { return }
    let seen = await watch(symbols, until: deadline)
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

  private func age(_ instant: Instant) -> String { "\((instant - started).wholeMilliseconds) ms" }

  /// The symbols to watch; nil when there is no list, which is said.
  private func list(until deadline: Deadline, _ report: inout DoctorReport) async -> [Symbol]? {
    do {
      let instruments = try await deadline.bound { [watchlist = pipeline.watchlist] in
        try await watchlist.instruments()
      }
      if let venue = pipeline.source.venue, !venue.profile.listing.paths.isEmpty {
        if venue.context.isComplete {
          report.add(
            "instruments", .fine, "\(venue.context.all.count), from \(TextSanitizer.clean(venue.rest))")
        } else {
          report.add(
            "instruments", .failed,
            "no list from \(TextSanitizer.clean(venue.rest)); prices come without names. See --log FILE, or check --rest."
          )
        }
      }
      return instruments.prefix(3).map(\.symbol)
    } catch let error as WatchlistError {
      report.add("list", .failed, error.sentence)
    } catch {
      report.add("list", .failed, "it did not come within \(Self.patience.components.seconds) s.")
    }
    return nil
  }

  /// What was seen of the link.
  private struct Seen: Sendable {
    var connectedAt: Instant?
    var liveAt: Instant?
    var price: (words: String, at: Instant)?
    var trouble: String?
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
        case .reconnecting(_, _, _, let reason), .refused(let reason): seen.trouble = reason
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

  private struct LookUpError: Error { let reason: String }

  private static func lookUp(_ host: String) async -> Result<Int, LookUpError> {
    await withCheckedContinuation { continuation in
      // It can neither be bounded nor cancelled, and so has a thread of its own.
      Thread.detachNewThread {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard status == 0 else {
          return continuation.resume(
            returning: .failure(LookUpError(reason: String(cString: gai_strerror(status)))))
        }
        var count = 0
        var entry = list
        while let info = entry {
          count += 1
          entry = info.pointee.ai_next
        }
        continuation.resume(returning: .success(count))
      }
    }
  }
}
