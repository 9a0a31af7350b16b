@testable import TapeWebSocket

/// A server's answer or a client's request, and whatever follows it. The first byte chooses the side, the owner's
/// answer and the reads.
///
/// However the bytes are cut, the machine must say and send the same; only an answer that holds the right key may
/// open a client; and no field may hold a control character.
enum HandshakeTarget {
  static func run(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    var whole = start(first)
    whole.receive(stream)
    whole.end()
    var pieces = start(first)
    var splits = Splits(seed: UInt64(first >> 2))
    pieces.receive(stream, cutBy: &splits)
    pieces.end()
    check(whole.events == pieces.events, "reads change events: \(whole.events) / \(pieces.events)")
    check(whole.sent == pieces.sent, "reads change what is sent: \(whole.sent) / \(pieces.sent)")
    FrameTarget.judge(whole.events)
    for event in whole.events {
      switch event {
      case .opened(let head):
        check(head.status == 101, "opened by \(head.status)")
        check(head["Sec-WebSocket-Accept"] == Wire.accept, "opened without the key: \(head)")
        judge(head.headers)
      case .request(let head):
        check(!head.method.isEmpty && isClean(head.method) && isClean(head.target), "request line: \(head)")
        judge(head.headers)
      case .closed(let closure):
        if case .refused(let head) = closure.error {
          check((100...999).contains(head.status) && head.status != 101, "refused with \(head.status)")
          judge(head.headers)
        }
      case .text, .texts, .binary, .ping, .pong: break
      }
    }
  }

  private static func start(_ first: UInt8) -> MachineRun {
    first & 1 == 0 ? .client : .server(accepts: first & 2 == 0)
  }

  private static func judge(_ headers: [HTTPHeader]) {
    for header in headers {
      check(!header.name.isEmpty && isClean(header.name), "a name with controls: \(header)")
      check(isClean(header.value), "a value with controls: \(header)")
    }
  }

  private static func isClean(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
