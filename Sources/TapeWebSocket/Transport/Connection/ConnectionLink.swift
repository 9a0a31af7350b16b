/// What the links of clients and servers have in common: they pass everything on to their connection.
protocol ConnectionLink: WebSocketLink {
  /// The way to the connection.
  var port: ConnectionPort { get }
}

extension ConnectionLink {
  func send(text: [UInt8]) {
    port.send(text.count) { $0.send(text: text, using: &$1) }
  }

  func send(binary: [UInt8]) {
    port.send(binary.count) { $0.send(binary: binary, using: &$1) }
  }

  func ping(_ payload: [UInt8]) {
    port.send(payload.count) { $0.ping(payload, using: &$1) }
  }

  func pong(_ payload: [UInt8]) {
    port.send(payload.count) { $0.pong(payload, using: &$1) }
  }

  func close(code: UInt16, reason: String) {
    port.perform { $0.close(code: code, reason: reason) }
  }

  func abort() {
    port.perform { $0.cut(.aborted) }
  }

  func setReading(_ isReading: Bool) {
    port.perform { $0.setReading(isReading) }
  }

  var bytesWaiting: Int { port.counters.bytesWaiting }

  var traffic: WebSocketTraffic { port.counters.traffic }
}
