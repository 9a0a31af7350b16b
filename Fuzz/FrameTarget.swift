@testable import TapeWebSocket

/// Frames to an open connection. The first byte chooses the side, compression and the reads, the rest is what the peer
/// sends.
///
/// However the bytes are cut, the machine must say and send the same; must end once, with nothing behind; and must
/// hand on no text that is not UTF-8 and no message above the limit.
enum FrameTarget {
  private static let client = MachineRun.client.opened(by: Array(Wire.acceptance.utf8))
  private static let server = MachineRun.server().opened(by: Array(Wire.request.utf8))
  // A state of zlib is no value, so that each of these runs is opened anew.
  private static var compressingClient: MachineRun {
    MachineRun.client.opened(by: with("permessage-deflate", Wire.acceptance))
  }
  private static var compressingServer: MachineRun {
    MachineRun.server().opened(by: with("permessage-deflate", Wire.request))
  }

  static func run(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let isClient = first & 1 == 0
    let stream = Array(bytes.dropFirst())
    let compresses = first & 2 != 0
    var whole = open(isClient, compresses)
    whole.receive(stream)
    whole.end()
    var pieces = open(isClient, compresses)
    var splits = Splits(seed: UInt64(first >> 2))
    pieces.receive(stream, cutBy: &splits)
    pieces.end()
    if compresses, isFailed(whole.events.last), isFailed(pieces.events.last) {
      // A message may be bad DEFLATE and bad UTF-8, and the reads decide which is seen first.
      check(whole.events.dropLast() == pieces.events.dropLast(), "reads change events: \(whole) / \(pieces)")
      return
    }
    check(whole.events == pieces.events, "reads change events: \(whole.events) / \(pieces.events)")
    check(whole.sent == pieces.sent, "reads change what is sent: \(whole.sent) / \(pieces.sent)")
    judge(whole.events)
    check(isWellFormed(whole.sent, isMasked: isClient), "sent is no sequence of frames: \(whole.sent)")
  }

  /// What holds for the events of every connection.
  static func judge(_ events: [WebSocketEvent]) {
    for (place, event) in events.enumerated() {
      switch event {
      case .text(let payload):
        check(payload.count <= MachineRun.limits.maximumMessageSize, "a text above the limit")
        check(String(validating: payload, as: UTF8.self) != nil, "a text that is not UTF-8: \(payload)")
      case .binary(let payload):
        check(payload.count <= MachineRun.limits.maximumMessageSize, "a binary above the limit")
      case .ping(let payload), .pong(let payload):
        check(payload.count <= 125, "a control frame above 125 bytes")
      case .texts: check(false, "texts that were not taken apart")
      case .closed:
        check(place == events.count - 1, "events behind the end: \(events)")
      case .opened, .request:
        check(place == 0, "a handshake behind other events: \(events)")
      }
    }
    check(isClosed(events.last), "no end: \(events)")
  }

  private static func open(_ isClient: Bool, _ compresses: Bool) -> MachineRun {
    if compresses { return isClient ? compressingClient : compressingServer }
    return isClient ? client : server
  }

  /// A head with that extension in it.
  private static func with(_ extensions: String, _ head: String) -> [UInt8] {
    Array((head.dropLast() + "Sec-WebSocket-Extensions: \(extensions)\r\n\r\n").utf8)
  }

  private static func isFailed(_ event: WebSocketEvent?) -> Bool {
    if case .closed(let closure) = event { closure.error != nil } else { false }
  }

  private static func isClosed(_ event: WebSocketEvent?) -> Bool {
    if case .closed = event { true } else { false }
  }

  /// Walks over short frames, which are all that the machine sends by itself: pongs and a close frame at the end.
  static func isWellFormed(_ sent: [UInt8], isMasked: Bool) -> Bool {
    var place = 0
    var isOver = false
    while place < sent.count {
      guard !isOver, place + 2 <= sent.count, sent[place] == 0x8A || sent[place] == 0x88,
        sent[place + 1] & 0x80 == (isMasked ? 0x80 : 0), sent[place + 1] & 0x7F <= 125
      else { return false }
      isOver = sent[place] == 0x88
      place += 2 + (isMasked ? 4 : 0) + Int(sent[place + 1] & 0x7F)
    }
    return place == sent.count
  }
}
