import TapeDomain
import TapeWebSocket

/// Where the requests beside a stream go, what they carry, and what their answers have in common.
struct EquityEndpoint: Sendable {
  /// What sentences call the source.
  let title: String
  /// What the requests and the stream share.
  let context: VenueContext
  private let base: String
  private let headers: [HTTPHeader]
  private let remedy: String

  /// An endpoint below `base`; without keys only answers on a recording are read.
  init(title: String, context: VenueContext, base: String, credentials: Credentials?) {
    self.title = title
    self.context = context
    self.base = base
    headers = credentials?.headers ?? []
    remedy = credentials?.remedy ?? ""
  }

  /// A request for the path below the base, with the keys in its headers.
  func request(_ path: String) -> PollRequest { PollRequest(url: base + path, headers: headers) }

  /// What a status means that is no success; nil for a success.
  func failure(_ response: HTTPResponse) -> PollFailure? {
    PollFailure(response, of: title, remedy: remedy, wall: context.wall)
  }

  /// What the header fields of an answer say is left of a minute.
  static func allowance(_ response: HTTPResponse) -> PollAllowance {
    PollAllowance(
      leftOfMinute: response["X-Ratelimit-Remaining"].flatMap { Int($0) },
      perMinute: response["X-Ratelimit-Limit"].flatMap { Int($0) })
  }
}
