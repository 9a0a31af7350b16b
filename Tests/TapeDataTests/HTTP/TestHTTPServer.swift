import Foundation
import Synchronization
import Testing

/// A server on a loopback socket that answers each request with the bytes a test gives.
final class TestHTTPServer: Sendable {
  let port: Int
  private let descriptor: CInt
  private let heads = Mutex<[String]>([])

  /// Answers each request head with `answer`'s bytes and then ends the connection; nil leaves it open and silent.
  init(_ answer: @escaping @Sendable (String) -> String?) throws {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) | listen(descriptor, 16) | getsockname(descriptor, pointer, &size)
      }
    }
    try #require(result == 0)
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 {
          // Closed here and nowhere else: its number may belong to another server at once.
          close(descriptor)
          return
        }
        let head = Self.readHead(connection)
        self?.heads.withLock { $0.append(head) }
        guard let text = answer(head) else { continue }
        _ = text.withCString { send(connection, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
        close(connection)
      }
    }
  }

  deinit {
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  /// The request heads so far.
  var requests: [String] { heads.withLock { $0 } }

  /// The whole answer of a status with headers and a body.
  static func answer(_ status: String, _ headers: [String] = [], body: String = "") -> String {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  private static func readHead(_ connection: CInt) -> String {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(connection, &byte, 1, 0) == 1 {
      head.append(byte)
    }
    return String(decoding: head, as: UTF8.self)
  }
}
