import TapeWebSocket

/// Sends numbered pings and cuts a connection that does not answer one in time.
struct KeepAlive {
  let interval: Duration
  let timeout: Duration

  /// Pings until the task is cancelled; false when a ping was not answered, after which the link is cut.
  func run(on link: any WebSocketLink, heardBy echo: EchoHandler) async -> Bool {
    var number = 0
    while await sleep(interval) {
      guard echo.isOpen else { continue }
      number += 1
      link.ping(Array(String(number).utf8))
      guard await sleep(timeout) else { break }
      if echo.isOpen, echo.lastPong < number {
        link.abort()
        return false
      }
    }
    return true
  }

  /// False when the task was cancelled.
  private func sleep(_ duration: Duration) async -> Bool {
    (try? await Task.sleep(for: duration)) != nil
  }
}
