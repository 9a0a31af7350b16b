/// How a link reaches its connection from any thread.
struct ConnectionPort: Sendable {
  let thread: SocketThread
  let connection: ThreadConfined<WebSocketConnection>
  let counters: LinkCounters

  /// Runs `body` at once on the socket thread, such as inside a handler; from other threads it is posted.
  func perform(_ body: @escaping @Sendable (WebSocketConnection) -> Void) {
    if thread.isCurrent {
      body(connection.value)
    } else {
      thread.run { [connection] in body(connection.value) }
    }
  }

  /// Like ``perform(_:)`` for something to send of that many bytes, which count as waiting until it runs.
  func send(_ size: Int, _ action: @escaping @Sendable (inout WebSocketMachine, inout BufferedRandom) -> Void)
  {
    if thread.isCurrent {
      connection.value.perform(action)
      return
    }
    counters.countWaiting(size)
    let isPosted = thread.run { [connection, counters] in
      counters.countWaiting(-size)
      connection.value.perform(action)
    }
    if !isPosted { counters.countWaiting(-size) }
  }
}
