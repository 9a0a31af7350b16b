import Foundation
import TapeDomain
import TapeWebSocket

/// What a server's answer means for a change of its list.
enum OutboxVerdict: Equatable {
  /// It is done.
  case done
  /// It is to be told again, after that time at least.
  case again(after: Duration?)
  /// The server does not want it: the sentence says so.
  case refused(String)

  /// The meaning of an answer to `change` by the server called `place`.
  init(_ response: HTTPResponse, to change: ServerListChange, place: String, wall: Timestamp) {
    switch response.status {
    case 200...299: self = .done
    // What is to be gone is gone.
    case 404 where !change.adds, 410 where !change.adds: self = .done
    case 408, 425, 429, 500...599:
      self = .again(after: RetryAfter.parse(response["Retry-After"], date: response["Date"], wall: wall))
    default:
      let verb =
        change.adds ? "take \(change.instrument.symbol) into" : "remove \(change.instrument.symbol) from"
      let reason = Self.reason(response).map { ": \($0)" } ?? ""
      self = .refused(
        "\(place) refuses to \(verb) its list (HTTP \(response.status))\(reason). The change was taken back.")
    }
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
