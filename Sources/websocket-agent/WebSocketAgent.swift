import Foundation
import Synchronization
import TapeWebSocket

/// An echo on tape's WebSocket client, for conformance suites and for trying servers by hand.
@main
struct WebSocketAgent {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") {
      print(AgentOptionParser.usage)
      exit(0)
    }
    let options: AgentOptions
    do throws(AgentOptionParser.Fault) {
      options = try AgentOptionParser.parse(arguments)
    } catch {
      say(error.sentence)
      exit(2)
    }
    do {
      let report = try await echo(options)
      print(try report.line)
      exit(report.clean ? 0 : 1)
    } catch {
      say("Can't run: \(error)")
      exit(1)
    }
  }

  /// Echoes until the connection is over.
  private static func echo(_ options: AgentOptions) async throws -> AgentReport {
    var configuration = options.configuration
    // Room for what one read may bring beyond the mark at which reading stops.
    configuration.maximumSendBuffer = EchoHandler.highWater + 4 * configuration.maximumMessageSize
    // Before anybody can know of the program by its connection.
    let signalCount = Atomic(0)
    let (stops, stop) = AsyncStream<Int>.makeStream()
    let signals = StopSignals { stop.yield(signalCount.add(1, ordering: .relaxed).newValue) }
    defer { signals.cancel() }
    let trust = TLSTrust(caFile: options.certificateFile, environment: ProcessInfo.processInfo.environment)
    let connector = SocketConnector(thread: try SocketThread(), trust: trust, proxies: options.proxies)
    let handler = EchoHandler()
    let link = connector.connect(to: options.url, headers: [], configuration: configuration, handler: handler)
    let stopping = Task {
      // The first asks for the closing handshake, the second no longer waits for it.
      for await count in stops { if count == 1 { link.close(code: 1001, reason: "") } else { link.abort() } }
    }
    defer { stopping.cancel() }
    let keepAlive = options.pingInterval.map { interval in
      let keepAlive = KeepAlive(interval: interval, timeout: options.pongTimeout ?? interval)
      return Task { await keepAlive.run(on: link, heardBy: handler) }
    }

    var closure = WebSocketClosure(code: 1006, reason: "", isClean: false, error: nil)
    for await end in handler.ends { closure = end }
    keepAlive?.cancel()
    var fault = closure.error?.sentence
    if closure.error == .aborted, await keepAlive?.value == false {
      fault = "A ping was not answered in time (--pong-timeout)."
    } else if !closure.isClean, signalCount.load(ordering: .relaxed) > 0 {
      fault = "Stopped by a signal."
    }
    return AgentReport(
      closeCode: closure.code, reason: closure.reason, clean: closure.isClean, error: fault,
      httpStatus: handler.status)
  }

  private static func say(_ sentence: String) {
    FileHandle.standardError.write(Data("websocket-agent: \(sentence)\n".utf8))
  }
}
