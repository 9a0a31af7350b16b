import TapeTestSupport
import Testing

@testable import TapeWebSocket

extension MachineDriver {
  /// An open client whose server answered the offer of compression with that value.
  static func compressing(
    _ answer: String = "permessage-deflate", limit: Int = 1 << 20, echoes: Bool = false
  ) throws -> MachineDriver {
    var configuration = WebSocketConfiguration()
    configuration.maximumMessageSize = limit
    var driver = try connecting(configuration: configuration, compression: ZlibCompression())
    driver.receive(
      Array(
        Wire.response(["Sec-WebSocket-Accept: \(Wire.accept)", "Sec-WebSocket-Extensions: \(answer)"]).utf8))
    try #require(driver.machine.phase == .open)
    driver.forget()
    driver.echoes = echoes
    return driver
  }

  /// A server that was offered compression with that value, and the value of its answer.
  static func compressingServer(
    offered offer: String
  ) throws -> (driver: MachineDriver, answer: String?) {
    var driver = listening(compression: ZlibCompression())
    driver.receive(
      Array(
        Wire.request([
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Extensions: \(offer)",
        ]).utf8))
    let isAccepted = driver.machine.accept(headers: [])
    try #require(isAccepted)
    driver.settle()
    let lines = String(decoding: driver.sent, as: UTF8.self).components(separatedBy: "\r\n")
    driver.forget()
    let prefix = "Sec-WebSocket-Extensions: "
    return (driver, lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: true).map(String.init)
  }
}
