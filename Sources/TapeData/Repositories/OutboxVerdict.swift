import Foundation
import TapeDomain
import TapeWebSocket

/// What a server's answer means for a change of its list.
enum OutboxVerdict: Equatable {
  /// It is done.
  case done
  /// What was to be taken out is not there, or the server lets nothing be taken out: its list tells.
  case gone
  /// It is to be told again, after that time at least; the sentence says what the user can do about it.
  case again(after: Duration? = nil, because: String? = nil)
  /// The server does not want it: the sentence says so.
  case refused(String)

  /// The meaning of an answer to `change` by the server called `place`; `remedy` is what helps against a token that it
  /// does not take.
  init(
    _ response: HTTPResponse, to change: ServerListChange, place: String, remedy: String? = nil,
    wall: Timestamp
  ) {
    let status = response.status
    switch status {
    case 200...299 where Self.isPage(response):
      self = .again(
        because:
          "\(place) sent a web page instead of an answer. A captive portal or a proxy may be in the way.")
    case 200...299: self = .done
    case 404 where !change.adds, 410 where !change.adds: self = .gone
    // Who we are is no question of the change, and a login can be mended.
    case 401, 407:
      let remedy = remedy ?? "Restart with a token in TAPE_TOKEN or a token file."
      let help = status == 401 ? remedy : "The proxy on the way asks for a login."
      self = .again(
        because: "\(place) does not let its list be changed now (HTTP \(status)); the change is kept. \(help)"
      )
    case 501, 505: self = .refused(Self.refusal(response, change, place))
    case 300...399, 408, 425, 429, 500...599:
      self = .again(after: RetryAfter.parse(response["Retry-After"], date: response["Date"], wall: wall))
    default: self = .refused(Self.refusal(response, change, place))
    }
  }

  private static func refusal(_ response: HTTPResponse, _ change: ServerListChange, _ place: String) -> String
  {
    let symbol = change.instrument.symbol
    let verb = change.adds ? "take \(symbol) into" : "remove \(symbol) from"
    let reason = reason(response).map { ": \($0)" } ?? ""
    return
      "\(place) refuses to \(verb) its list (HTTP \(response.status))\(reason). The change was taken back."
  }

  private static func isPage(_ response: HTTPResponse) -> Bool {
    response["Content-Type"]?.lowercased().hasPrefix("text/html") ?? false
  }

  private struct Body: Decodable {
    let message: String
  }

  private static func reason(_ response: HTTPResponse) -> String? {
    guard let body = try? JSONDecoder().decode(Body.self, from: Data(response.body)) else { return nil }
    var text = ServerText.clean(body.message)
    while text.hasSuffix(".") { text.removeLast() }
    return text.isEmpty ? nil : text
  }
}
