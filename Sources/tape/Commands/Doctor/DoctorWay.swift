import Foundation
import TapeData
import TapeTUI
import TapeWebSocket

/// Looks at the way to a host before anything is sent there: the proxy, and the name.
struct DoctorWay {
  private let environment: [String: String]
  private let quotes: WebSocketURL

  /// The way to an address.
  init(environment: [String: String], to quotes: WebSocketURL) {
    self.environment = environment
    self.quotes = quotes
  }

  /// Says how far it leads.
  func look(_ report: inout DoctorReport) async {
    let host = TextSanitizer.clean(quotes.host)
    if let proxy = try? ProxyEnvironment(environment).place(for: quotes) {
      report.add("proxy", .fine, "\"\(proxy.place)\", as \(proxy.variable) says")
      return report.add("name", .note, "\"\(host)\" may be looked up by the proxy")
    }
    report.add("proxy", .fine, "none for \"\(host)\"")
    switch await Self.lookUp(quotes.host) {
    case .success(let count):
      report.add("name", .fine, "\"\(host)\" has \(count) address\(count == 1 ? "" : "es")")
    case .failure(let error):
      report.add(
        "name", .failed,
        "\"\(host)\" is not found: \(error.reason). Check the network, the name and /etc/resolv.conf.")
    }
  }

  private struct LookUpError: Error { let reason: String }

  private static func lookUp(_ host: String) async -> Result<Int, LookUpError> {
    await withCheckedContinuation { continuation in
      // It can neither be bounded nor cancelled, and so has a thread of its own.
      Thread.detachNewThread {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard status == 0 else {
          return continuation.resume(
            returning: .failure(LookUpError(reason: String(cString: gai_strerror(status)))))
        }
        var count = 0
        var entry = list
        while let info = entry {
          count += 1
          entry = info.pointee.ai_next
        }
        continuation.resume(returning: .success(count))
      }
    }
  }
}
