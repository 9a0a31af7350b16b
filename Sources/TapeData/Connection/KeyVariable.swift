/// A secret of the user that a source asks for: the environment variable that holds it, and where it goes on the wire.
public struct KeyVariable: Equatable, Sendable {
  /// The variable's name.
  public let name: String
  /// The field that carries it in requests over HTTP, and in the handshake unless ``query`` names another place.
  let header: String
  /// What stands before it in that field.
  let prefix: String
  /// The name that it has in the query of the handshake, for a source that takes it nowhere else.
  let query: String?

  /// The variable `name`, whose value goes into `header` behind `prefix`.
  public init(_ name: String, header: String, prefix: String = "", query: String? = nil) {
    self.name = name
    self.header = header
    self.prefix = prefix
    self.query = query
  }
}
