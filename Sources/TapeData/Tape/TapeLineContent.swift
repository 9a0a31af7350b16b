import Foundation
import TapeDomain

/// A line of a tape that is not a text message, as JSON.
struct TapeLineContent: Codable {
  /// A command as the tape writes it.
  struct Command: Codable {
    var subscribe: [String]?
    var maxRate: Int?
    var unsubscribe: [String]?
    var resync: [String]?
  }

  /// A line of the list.
  struct Item: Codable {
    var symbol: String
    var name: String
  }

  var at: Int64?
  var `in`: String?
  var bin: String?
  var sent: Command?
  var connected: Bool?
  var disconnected: String?
  var link: String?
  var attempt: Int?
  var since: Int64?
  var retryAt: Int64?
  var reason: String?
  var list: [Item]?
  var keyframe: TapeKeyframe?
  var lost: Int?

  /// The content that says `event`; texts are written another way.
  init(_ event: TapeEvent) {
    switch event {
    case .texts: break
    case .binary: bin = ""
    case .sent(let command): sent = Command(command)
    case .connected: connected = true
    case .disconnected(let how): disconnected = how
    case .link(let status): say(status)
    case .list(let instruments): list = instruments.map { Item(symbol: $0.symbol.text, name: $0.name) }
    case .keyframe(let frame): keyframe = frame
    case .lost(let count): lost = count
    }
  }

  /// The event that it says; nil when it says none that is known here.
  var event: TapeEvent? {
    if let text = self.in {
      let bytes = Array(text.utf8)
      return .texts(TapeTexts(bytes: bytes, ranges: [0..<bytes.count]))
    }
    if bin != nil { return .binary }
    if let sent { return sent.command.map { .sent($0) } }
    if connected == true { return .connected }
    if let disconnected { return .disconnected(disconnected) }
    if let link { return status(link).map { .link($0) } }
    if let list {
      return .list(
        list.compactMap { item in Symbol(item.symbol).map { Instrument(symbol: $0, name: item.name) } })
    }
    if let keyframe { return .keyframe(keyframe) }
    if let lost { return .lost(lost) }
    return nil
  }

  /// The JSON without its opening brace: what follows the time.
  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // No value of these can fail to be written.
    let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return Array(data.dropFirst())
  }

  private mutating func say(_ status: FeedStatus) {
    switch status {
    case .connecting: link = "connecting"
    case .live: link = "live"
    case .late(let since):
      link = "late"
      self.since = since.nanoseconds
    case .reconnecting(let attempt, let retryAt, let since, let reason):
      link = "reconnecting"
      self.attempt = attempt
      self.retryAt = retryAt?.nanoseconds
      self.since = since.nanoseconds
      self.reason = reason
    case .suspended: link = "suspended"
    case .refused(let reason):
      link = "refused"
      self.reason = reason
    }
  }

  private func status(_ link: String) -> FeedStatus? {
    let start = Instant(nanoseconds: since ?? at ?? 0)
    switch link {
    case "connecting": return .connecting
    case "live": return .live
    case "late": return .late(since: start)
    case "reconnecting":
      return .reconnecting(
        attempt: attempt ?? 1, retryAt: retryAt.map { Instant(nanoseconds: $0) }, since: start,
        reason: reason ?? "")
    case "suspended": return .suspended
    case "refused": return .refused(reason: reason ?? "")
    default: return nil
    }
  }
}

extension TapeLineContent.Command {
  /// The command as the tape writes it.
  init(_ command: FeedCommand) {
    switch command {
    case .subscribe(let symbols, let rate):
      subscribe = symbols.map(\.text)
      maxRate = rate
    case .unsubscribe(let symbols): unsubscribe = symbols.map(\.text)
    case .resync(let symbols): resync = symbols.map(\.text)
    }
  }

  /// The command; nil when it is none that is known here.
  var command: FeedCommand? {
    if let subscribe { return .subscribe(subscribe.compactMap { Symbol($0) }, maxRate: maxRate ?? 1) }
    if let unsubscribe { return .unsubscribe(unsubscribe.compactMap { Symbol($0) }) }
    if let resync { return .resync(resync.compactMap { Symbol($0) }) }
    return nil
  }
}
