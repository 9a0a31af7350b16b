import Foundation
import TapeWebSocket

/// How the connection ended, as the one line that the program prints.
struct AgentReport: Encodable {
  /// The close code; 1005 and 1006 stand for none, as in RFC 6455 §7.1.5.
  let closeCode: UInt16
  /// The peer's reason.
  let reason: String
  /// Whether both close frames were exchanged.
  let clean: Bool
  /// What went wrong, in a sentence; nil when nothing did.
  let error: String?
  /// The status of the answer to the upgrade; nil when there was none.
  let httpStatus: Int?

  private enum Key: String, CodingKey {
    case closeCode, reason, clean, error, httpStatus
  }

  /// Writes every key, those without a value as null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(closeCode, forKey: .closeCode)
    try container.encode(reason, forKey: .reason)
    try container.encode(clean, forKey: .clean)
    try container.encode(error, forKey: .error)
    try container.encode(httpStatus, forKey: .httpStatus)
  }

  /// The line, without its end.
  var line: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
