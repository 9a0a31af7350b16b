@testable import TapeWebSocket

/// What a server sends to an echo client, what the client sends back and how it ends.
///
/// The cases cover the ground of sections 1 to 7, 9 and 10 of the Autobahn test suite.
struct Conversation: CustomStringConvertible {
  let description: String
  let received: [UInt8]
  let sent: [String]
  /// The kind of error of the closure, `clean`, or nil while the connection is open.
  let end: String?

  init(_ description: String, _ frames: [WireFrame], sent: [String], end: String? = nil) {
    self.description = description
    received = frames.bytes
    self.sent = sent
    self.end = end
  }

  static func end(of closure: WebSocketClosure?) -> String? {
    guard let closure else { return nil }
    switch closure.error {
    case nil: return closure.isClean ? "clean" : "unclean"
    case .protocolViolation: return "violation"
    case .invalidUTF8: return "UTF-8"
    case .messageTooLarge: return "too large"
    case .some: return "other"
    }
  }

  static let all = messages + control + reserved + fragments + texts + closes

  private static let long = String(repeating: "*", count: 65_536)

  static let messages = [
    Conversation("1.1.1 empty text", [.text("")], sent: ["text"]),
    Conversation("1.1.2 short text", [.text("*")], sent: ["text *"]),
    Conversation("1.1.6 long text", [.text(long)], sent: ["text \(long)"]),
    Conversation("1.2.1 empty binary", [.binary([])], sent: ["binary"]),
    Conversation(
      "1.2.3 binary", [.binary(Array(long.utf8.prefix(126)))], sent: ["binary \(long.prefix(126))"]),
    Conversation("10.1.1 one large frame", [.text(long), .text("b")], sent: ["text \(long)", "text b"]),
  ]

  static let control = [
    Conversation("2.1 empty ping", [.ping()], sent: ["pong"]),
    Conversation("2.3 ping", [.ping("p")], sent: ["pong p"]),
    Conversation(
      "2.4 long ping", [.ping(String(repeating: "p", count: 125))],
      sent: ["pong " + String(repeating: "p", count: 125)]),
    Conversation(
      "2.5 ping of 126 bytes", [.ping(String(repeating: "p", count: 126))], sent: ["close 1002"],
      end: "violation"),
    Conversation("2.7 unsolicited pong", [.pong(), .pong("x"), .ping("p")], sent: ["pong p"]),
    Conversation("2.10 ten pings", (0..<10).map { .ping("\($0)") }, sent: (0..<10).map { "pong \($0)" }),
  ]

  static let reserved = [
    Conversation(
      "3.2 good, then a reserved bit", [.text("a"), WireFrame(opcode: 1, reserved: 2), .ping()],
      sent: ["text a", "close 1002"], end: "violation"),
    Conversation(
      "3.5 reserved bit in a binary", [WireFrame(opcode: 2, payload: [1], reserved: 5)], sent: ["close 1002"],
      end: "violation"),
    Conversation(
      "3.6 reserved bit in a ping", [WireFrame(opcode: 9, reserved: 6)], sent: ["close 1002"],
      end: "violation"),
    Conversation(
      "4.1.3 good, then opcode 5", [.text("a"), WireFrame(opcode: 5), .ping()],
      sent: ["text a", "close 1002"],
      end: "violation"),
    Conversation(
      "4.2.4 good, then opcode 14", [.text("a"), WireFrame(opcode: 14, payload: [1]), .ping()],
      sent: ["text a", "close 1002"], end: "violation"),
  ]

  static let fragments = [
    Conversation(
      "5.1 fragmented ping", [WireFrame(opcode: 9, isFinal: false), WireFrame(opcode: 0)],
      sent: ["close 1002"], end: "violation"),
    Conversation(
      "5.3 two fragments", [.text("a", isFinal: false), .more("b", isFinal: true)], sent: ["text ab"]),
    Conversation(
      "5.6 a ping between fragments", [.text("a", isFinal: false), .ping("p"), .more("b", isFinal: true)],
      sent: ["pong p", "text ab"]),
    Conversation(
      "5.9 stray continuation", [.more("a", isFinal: true), .text("b")], sent: ["close 1002"],
      end: "violation"),
    Conversation(
      "5.12 stray fragment", [.more("a", isFinal: false), .text("b")], sent: ["close 1002"],
      end: "violation"),
    Conversation(
      "5.15 good, then a stray continuation",
      [.text("a", isFinal: false), .more("b", isFinal: true), .more("c", isFinal: false), .text("d")],
      sent: ["text ab", "close 1002"], end: "violation"),
    Conversation(
      "5.18 a message in a message", [.text("a", isFinal: false), .text("b")], sent: ["close 1002"],
      end: "violation"),
    Conversation(
      "5.20 many fragments and pings",
      [
        .text("a", isFinal: false), .more("b", isFinal: false), .ping("1"), .more("", isFinal: false),
        .more("c", isFinal: false), .ping("2"), .more("d", isFinal: true),
      ], sent: ["pong 1", "pong 2", "text abcd"]),
    Conversation(
      "9.3 a message in fragments of 64 bytes",
      [.text("", isFinal: false)]
        + [WireFrame](repeating: .more(String(long.prefix(64)), isFinal: false), count: 1_024)
        + [.more("", isFinal: true)], sent: ["text \(long)"]),
  ]

  static let texts = [
    Conversation(
      "6.1.1 three empty fragments",
      [.text("", isFinal: false), .more("", isFinal: false), .more("", isFinal: true)],
      sent: ["text"]),
    Conversation("6.2.1 valid", [.text("Hello-µ@ßöäüàá-UTF-8!!")], sent: ["text Hello-µ@ßöäüàá-UTF-8!!"]),
    Conversation(
      "6.2.4 split in scalars",
      Array("κόσμε".utf8).enumerated().map { place, byte in
        WireFrame(opcode: place == 0 ? 1 : 0, payload: [byte], isFinal: place == 9)
      }, sent: ["text κόσμε"]),
    Conversation(
      "6.3.1 invalid", [.text("good"), .text(bytes: [0xCE, 0xBA, 0xED, 0xA0, 0x80, 0x65])],
      sent: ["text good", "close 1007"], end: "UTF-8"),
    Conversation(
      "6.4.1 invalid in the second fragment",
      [
        .text("κόσμε", isFinal: false), .more(bytes: [0xF4, 0x90, 0x80, 0x80], isFinal: false),
        .more("e", isFinal: true),
      ],
      sent: ["close 1007"], end: "UTF-8"),
    Conversation("6.8.1 ends in a scalar", [.text(bytes: [0xCE])], sent: ["close 1007"], end: "UTF-8"),
  ]

  static let closes = [
    Conversation(
      "7.1.1 message, close", [.text("a"), .close(1000)], sent: ["text a", "close 1000"], end: "clean"),
    Conversation("7.1.2 two closes", [.close(1000), .close(1001)], sent: ["close 1000"], end: "clean"),
    Conversation("7.1.3 ping after close", [.close(1000), .ping()], sent: ["close 1000"], end: "clean"),
    Conversation("7.1.4 text after close", [.close(1000), .text("a")], sent: ["close 1000"], end: "clean"),
    Conversation(
      "7.1.5 close in a message", [.text("a", isFinal: false), .close(1000), .more("b", isFinal: true)],
      sent: ["close 1000"], end: "clean"),
    Conversation("7.3.1 empty close", [.close()], sent: ["close"], end: "clean"),
    Conversation("7.3.2 close of one byte", [.close(bytes: [3])], sent: ["close 1002"], end: "violation"),
    Conversation(
      "7.3.5 longest reason", [.close(1000, String(repeating: "*", count: 123))], sent: ["close 1000"],
      end: "clean"),
    Conversation(
      "7.3.6 reason too long", [.close(1000, String(repeating: "*", count: 124))], sent: ["close 1002"],
      end: "violation"),
    Conversation(
      "7.5.1 reason not UTF-8", [.close(bytes: [0x03, 0xE8, 0xCE, 0xBA, 0xED, 0xA0, 0x80])],
      sent: ["close 1007"],
      end: "UTF-8"),
    Conversation("7.7.5 code 1007", [.close(1007)], sent: ["close 1007"], end: "clean"),
    Conversation(
      "7.9.4 code 1005", [.text("a"), .close(1005)], sent: ["text a", "close 1002"], end: "violation"),
  ]
}
