/// Why an answer brought no prices; the reasons are sentences for the user, without secrets.
public enum PollFailure: Error, Equatable, Sendable {
  /// It may go better next time.
  case transient(reason: String)
  /// Asked too often: not before `wait`, or not today any more.
  case limited(reason: String, wait: Duration?, isDay: Bool)
  /// The source does not want us: it is asked again only when the user says so.
  case refused(reason: String)
  /// One of the symbols is wrong, and nothing says which.
  case divided(reason: String)

  /// The reason.
  var reason: String {
    switch self {
    case .transient(let reason), .limited(let reason, _, _), .refused(let reason), .divided(let reason):
      reason
    }
  }
}
