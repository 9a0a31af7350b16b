import Foundation
import TapeData
import TapeDomain
import TapeExchange
import TapeWebSocket

/// `tape serve`: the demo exchange alone, with faults as lines on standard input.
struct ServeCommand {
  let options: Options

  func run() async throws -> Int32 {
    if let path = options.tapeFile { return try await serve(path) }
    let exchange = DemoExchange(
      configuration: ExchangeConfiguration(options), encryption: try encryption(), time: .machine,
      thread: try SocketThread())
    let url: String
    do {
      url = try await exchange.start()
    } catch {
      throw StartError(
        sentence: "Can't listen on \(options.listenHost) port \(options.listenPort): \(error.reason). "
          + "Choose another --listen address.")
    }
    StandardOutput.write("listening on \(url)\n")
    for await line in StandardInputLines.stream() {
      do {
        let fault = try FaultParser.fault(in: line.text, number: line.number)
        if let fault, let objection = await exchange.apply(fault) {
          StandardError.say("line \(line.number): \(objection)")
        }
      } catch {
        StandardError.say("\(error)")
      }
    }
    // The end of its input is not the end of the exchange; a signal is.
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  /// Plays a tape to each client.
  private func serve(_ path: String) async throws -> Int32 {
    let list: [UInt8]
    do {
      list = try ServedTape.list(of: path)
    } catch {
      throw StartError(sentence: error.sentence)
    }
    let exchange = RecordedExchange(list: list, time: .machine, thread: try SocketThread()) {
      try ServedTape(path: path)
    }
    let url: String
    do {
      url = try exchange.start(
        host: options.listenHost, port: options.listenPort, encryption: try encryption())
    } catch let error as WebSocketError {
      throw StartError(
        sentence: "Can't listen on \(options.listenHost) port \(options.listenPort): \(error.reason). "
          + "Choose another --listen address.")
    }
    StandardOutput.write("listening on \(url)\n")
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  /// The certificate and key that the options name.
  private func encryption() throws(StartError) -> TLSServerSettings? {
    guard let certificate = options.tlsCertificate, let key = options.tlsKey else { return nil }
    do {
      return try TLSServerSettings(TLSIdentity(certificateFile: certificate, keyFile: key))
    } catch {
      throw StartError(sentence: error.sentence)
    }
  }
}

extension WebSocketError {
  /// What the system said about an address, in its own words.
  fileprivate var reason: String {
    switch self {
    case .connectFailed(_, _, let reason), .nameResolution(_, let reason): reason
    default: "\(self)"
    }
  }
}
