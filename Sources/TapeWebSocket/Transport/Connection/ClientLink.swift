/// The link of a client's connection.
final class ClientLink: ConnectionLink {
  let port: ConnectionPort

  /// A link that uses that way to its connection.
  init(port: ConnectionPort) {
    self.port = port
  }
}
