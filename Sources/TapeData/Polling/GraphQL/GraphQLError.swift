/// One of the errors that an answer lists, with status 200 or another.
struct GraphQLError: Equatable {
  /// Its words.
  let message: String
  /// Its code, where the server adds one.
  let code: String?
  /// What it is about, as keys from the data in; empty where it does not say.
  private let path: [String]

  /// The errors of an answer.
  static func all(in body: JSONNode) -> [GraphQLError] {
    guard case .object(let fields) = body, case .array(let errors)? = fields["errors"] else { return [] }
    return errors.map(Self.init)
  }

  private init(_ node: JSONNode) {
    let fields: [String: JSONNode] = if case .object(let fields) = node { fields } else { [:] }
    message = fields["message"]?.words ?? "an error without words"
    var code: String?
    if case .object(let extensions)? = fields["extensions"] { code = extensions["code"]?.words }
    self.code = code
    path = if case .array(let path)? = fields["path"] { path.map { $0.words ?? "" } } else { [] }
  }

  /// The place in that list that it is about; nil when it is about something else.
  func index(in list: JSONPointer) -> Int? {
    // A pointer begins at the whole answer, a path in its data.
    let keys = list.keys.dropFirst()
    guard path.count > keys.count, path.starts(with: keys) else { return nil }
    return Int(path[keys.count])
  }

  /// What it means when there are no quotes beside it.
  func failure(of title: String, hiding secrets: [String]) -> PollFailure {
    let said = ServerText.quoted(message, hiding: secrets) ?? "an error without words"
    let words = message.lowercased()
    switch code?.uppercased() {
    case "UNAUTHENTICATED", "FORBIDDEN", "UNAUTHORIZED":
      return .refused(reason: "\(title) refuses us (\(said)). Check the headers in the graphql settings.")
    case "RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED":
      return .limited(reason: "\(title) says that we ask too often (\(said)).", wait: nil, isDay: false)
    default:
      if words.contains("too many requests") || words.contains("rate limit") {
        return .limited(reason: "\(title) says that we ask too often (\(said)).", wait: nil, isDay: false)
      }
      return .divided(reason: "\(title) answers an error (\(said)).")
    }
  }
}
