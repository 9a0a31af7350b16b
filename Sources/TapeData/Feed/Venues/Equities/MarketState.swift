public import TapeDomain
import TapeWebSocket

/// Whether a market is open, as it says itself, and when it opens next.
public struct MarketState: Equatable, Sendable {
  /// The session.
  public var session: MarketSession
  /// When the next regular session begins; nil when that is not known.
  public var opensAt: Timestamp?
  /// The time zone of the exchange by its IANA name.
  public var zone: String
  /// When it should be asked again, since the session ends or begins then; nil when that is not known.
  public var changesAt: Timestamp?

  /// A state of those values.
  public init(session: MarketSession, opensAt: Timestamp? = nil, zone: String, changesAt: Timestamp? = nil) {
    self.session = session
    self.opensAt = opensAt
    self.zone = zone
    self.changesAt = changesAt
  }
}

extension MarketState {
  /// The errand under whose name a state stands on a recording.
  static let errand = "market"

  /// The state as a recording has it.
  var response: HTTPResponse {
    let opening = opensAt.map { #","opensAt":"\#($0.rfc3339(fractionDigits: 0))""# } ?? ""
    let body = #"{"session":"\#(session.rawValue)","zone":"\#(zone)"\#(opening)}"#
    return HTTPResponse(status: 200, headers: [], body: Array(body.utf8))
  }

  /// The state that a recording has; nil when it is none.
  init?(recorded response: HTTPResponse) {
    var scanner = JSONScanner()
    guard let fields = try? scanner.texts(of: ["session", "zone", "opensAt"], in: response.body.span),
      let session = fields["session"].flatMap(MarketSession.init(rawValue:)), let zone = fields["zone"]
    else { return nil }
    var times = RFC3339Reader()
    let opensAt = fields["opensAt"].flatMap { text in
      let bytes = Array(text.utf8)
      return times.timestamp(of: bytes.span)
    }
    self.init(session: session, opensAt: opensAt, zone: zone)
  }
}

/// How a source is asked for the state of its market.
public protocol MarketHours: Sendable {
  /// The path of what changes with the session.
  var statePath: String { get }
  /// The path of what changes once a day, such as holidays; nil for nothing.
  var calendarPath: String? { get }
  /// The state that the bodies say at that time; nil when the first cannot be read. The second is empty when it could not be had.
  func state(_ body: [UInt8], calendar: [UInt8], at wall: Timestamp) -> MarketState?
}
