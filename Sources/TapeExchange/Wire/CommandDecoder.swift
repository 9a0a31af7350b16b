import Foundation

/// Reads a client's commands; they are few, so the general decoder serves.
enum CommandDecoder {
  /// The rate of a subscribe that names none, in updates a second.
  static let defaultRate = 4
  /// The highest rate; above it nothing is held back.
  static let maximumRate = 1_000_000

  private struct Frame: Decodable {
    let type: String
    let token: String?
    let symbols: [String]?
    let maxRate: Int?
  }

  /// Reads one text frame.
  static func decode(_ bytes: some Sequence<UInt8>) throws(ClientError) -> ClientCommand {
    let frame: Frame
    do {
      frame = try JSONDecoder().decode(Frame.self, from: Data(bytes))
    } catch {
      throw .badCommand("A command is a JSON object with a \"type\".")
    }
    switch frame.type {
    case "auth":
      guard let token = frame.token else { throw .badCommand("\"auth\" needs a \"token\".") }
      return .auth(token: token)
    case "subscribe":
      let rate = frame.maxRate ?? defaultRate
      guard rate > 0 else { throw .badCommand("\"maxRate\" is a number of updates a second, 1 or more.") }
      return .subscribe(try symbols(of: frame), maxRate: min(rate, maximumRate))
    case "unsubscribe": return .unsubscribe(try symbols(of: frame))
    case "resync": return .resync(try symbols(of: frame))
    default: return .unknown(type: frame.type)
    }
  }

  private static func symbols(of frame: Frame) throws(ClientError) -> [String] {
    guard let symbols = frame.symbols else {
      throw .badCommand("\"\(frame.type)\" needs \"symbols\", a list of strings.")
    }
    return symbols
  }
}
