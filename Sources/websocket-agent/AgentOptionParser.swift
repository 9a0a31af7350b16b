import TapeWebSocket

/// Turns the words of the command line into options.
enum AgentOptionParser {
  /// Why the command line cannot be understood: which word, and what is allowed.
  struct Fault: Error {
    let sentence: String
  }

  /// How the program is called.
  static let usage = """
    Usage: websocket-agent URL [options]

    Sends every message back until the connection ends, then prints one line of JSON:
    closeCode, reason, clean, error, httpStatus. Exit status: 0 after a clean close, 1 otherwise,
    2 for wrong usage.

      --ca-file FILE         trust the authorities in that PEM file alone
      --proxy URL            connect through that proxy (http, socks5, socks5h); none without it
      --max-message BYTES    the largest message, over all its fragments (default 16777216)
      --open-timeout SECONDS     to resolve, connect and shake hands (default 10)
      --close-timeout SECONDS    from our close frame to the end (default 3)
      --ping-interval SECONDS    send a ping that often (default: never)
      --pong-timeout SECONDS     end when a ping is not answered by then (default: the interval)
      --no-compression       do not offer permessage-deflate
    """

  private typealias Setter =
    @Sendable (inout AgentOptions, _ value: String, _ name: String) throws(Fault) -> Void

  private static let settersOfValues: [String: Setter] = [
    "--ca-file": { options, value, name throws(Fault) in
      // At once, whether or not this connection is one that needs it.
      do throws(TLSFailure) {
        try TLSTrust(caFile: value, environment: [:]).check()
      } catch {
        guard case .authorities(_, let reason) = error else { throw fault(value, name, "a PEM file") }
        throw Fault(sentence: "The file \"\(value)\" of \(name) cannot be used: \(reason).")
      }
      options.certificateFile = value
    },
    "--proxy": { options, value, name throws(Fault) in
      do throws(ProxySettingError) {
        options.proxies = try ProxyEnvironment(always: value, option: name)
      } catch {
        throw Fault(sentence: error.sentence)
      }
    },
    "--max-message": { options, value, name throws(Fault) in
      guard let size = Int(value), (1...1 << 30).contains(size) else {
        throw fault(value, name, "a number of bytes from 1 to 1073741824")
      }
      options.configuration.maximumMessageSize = size
    },
    "--open-timeout": { options, value, name throws(Fault) in
      options.configuration.openTimeout = try seconds(value, name)
    },
    "--close-timeout": { options, value, name throws(Fault) in
      options.configuration.closeTimeout = try seconds(value, name)
    },
    "--ping-interval": { options, value, name throws(Fault) in
      options.pingInterval = try seconds(value, name)
    },
    "--pong-timeout": { options, value, name throws(Fault) in
      options.pongTimeout = try seconds(value, name)
    },
  ]

  private static let switches: [String: @Sendable (inout AgentOptions) -> Void] = [
    "--no-compression": { $0.configuration.allowsCompression = false }
  ]

  /// Reads the words after the program's name.
  static func parse(_ arguments: [String]) throws(Fault) -> AgentOptions {
    var words = arguments[...]
    guard let address = words.popFirst(), !address.hasPrefix("-") else {
      throw Fault(sentence: "The first word has to be a URL, such as ws://127.0.0.1:9001. See --help.")
    }
    let url: WebSocketURL
    do throws(WebSocketError) {
      url = try WebSocketURL(address)
    } catch {
      throw Fault(sentence: error.sentence)
    }
    var options = AgentOptions(url: url)
    while let name = words.popFirst() {
      if let turn = switches[name] {
        turn(&options)
        continue
      }
      guard let set = settersOfValues[name] else {
        throw Fault(sentence: "Unknown word \"\(name)\". See --help.")
      }
      guard let value = words.popFirst() else {
        throw Fault(sentence: "The option \(name) needs a value. See --help.")
      }
      try set(&options, value, name)
    }
    guard options.pongTimeout == nil || options.pingInterval != nil else {
      throw Fault(sentence: "--pong-timeout needs --ping-interval: without pings nothing is answered.")
    }
    return options
  }

  private static func seconds(_ text: String, _ name: String) throws(Fault) -> Duration {
    guard let number = Double(text), number >= 0.001, number <= 86_400 else {
      throw fault(text, name, "a number of seconds from 0.001 to 86400")
    }
    return .seconds(number)
  }

  private static func fault(_ value: String, _ name: String, _ allowed: String) -> Fault {
    Fault(sentence: "\"\(value)\" is no value for \(name): \(allowed).")
  }
}
