/// The link of one of a server's connections.
final class ServerLink: ConnectionLink, WebSocketServerLink {
  let port: ConnectionPort

  /// A link that uses that way to its connection.
  init(port: ConnectionPort) {
    self.port = port
  }

  func accept(headers: [HTTPHeader]) {
    port.perform { $0.accept(headers: headers) }
  }

  func respond(status: Int, reason: String, headers: [HTTPHeader], body: [UInt8]) {
    port.send(body.count) { machine, _ in
      machine.respond(status: status, reason: reason, headers: headers, body: body)
    }
  }

  func reset() {
    port.perform { $0.cut(.aborted, resetting: true) }
  }

  func setWriting(_ isWriting: Bool) {
    port.perform { $0.setWriting(isWriting) }
  }
}
