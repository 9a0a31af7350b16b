/// What a request asks for.
public enum HTTPMethod: String, Hashable, Sendable {
  /// To be given something.
  case get = "GET"
  /// To be answered to what is sent along.
  case post = "POST"
  /// That something be there; asking twice is asking once.
  case put = "PUT"
  /// That something be gone; asking twice is asking once.
  case delete = "DELETE"
}
