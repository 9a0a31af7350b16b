import Foundation
import TapeDomain

/// The instruments of a venue in a file, so that a start needs no list of the venue; a file that is not whole counts as none.
///
/// Its calls block, so they belong on a thread of their own.
public struct InstrumentCache: Sendable {
  /// The largest file that is read, in bytes.
  static let maximumSize = 16 << 20
  /// The most instruments that are kept.
  static let maximumCount = 50_000

  /// What was found in the file.
  struct Content: Equatable {
    let instruments: [VenueInstrument]
    let savedAt: Timestamp
  }

  private let path: String

  /// A cache in `directory`, for the source of that name at that base address.
  public init(directory: String, source: String, base: String) {
    // Another address is another venue: its host and port stand in the name.
    let place = base.drop { $0 != ":" }.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
    path = "\(directory)/instruments-\(source)-\(String(place).prefix(80)).json"
  }

  /// What the file holds; nil when there is none that can be read whole.
  func read() -> Content? {
    guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int,
      size <= Self.maximumSize,
      let data = FileManager.default.contents(atPath: path), data.count <= Self.maximumSize
    else { return nil }
    return try? Self.content(of: Array(data))
  }

  /// Puts the instruments in the place of what the file holds, at once or not at all; a failure is told, not thrown, since
  /// prices do not depend on it.
  func write(_ content: Content) -> String? {
    let directory = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(Self.text(of: content)).write(to: URL(fileURLWithPath: path), options: .atomic)
      return nil
    } catch {
      return "The list of instruments cannot be kept in \"\(path)\": \(error.localizedDescription)."
    }
  }

  /// The text of a file: a line for each instrument.
  static func text(of content: Content) -> [UInt8] {
    var text = Array(#"{"version":1,"saved":"\#(content.savedAt.rfc3339)","instruments":["#.utf8)
    for (index, instrument) in content.instruments.prefix(maximumCount).enumerated() {
      text += Array((index == 0 ? "\n" : ",\n").utf8)
      text += Array(#"{"symbol":"#.utf8) + JSONText.quoted(instrument.symbol.text)
      text += Array(#","name":"#.utf8) + JSONText.quoted(instrument.name)
      text += Array(#","currency":"#.utf8) + JSONText.quoted(instrument.currency)
      if let scale = instrument.scale { text += Array(#","scale":\#(scale)"#.utf8) }
      text += Array(#","session":"\#(instrument.session.rawValue)"}"#.utf8)
    }
    return text + Array("\n]}\n".utf8)
  }

  /// The content of a file's text; nil when it is of another version.
  static func content(of text: [UInt8]) throws(JSONFault) -> Content? {
    let bytes = text.span
    var instruments: [VenueInstrument] = []
    var version: Int?
    var savedAt: Timestamp?
    var times = RFC3339Reader()
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      switch try scanner.key(in: bytes).string(of: bytes) {
      case "version": version = try scanner.lexeme(in: bytes).integer(of: bytes)
      case "saved": savedAt = try scanner.lexeme(in: bytes).timestamp(of: bytes, times: &times)
      case "instruments" where scanner.container(in: bytes) == .array:
        instruments = try list(with: &scanner, from: bytes)
      default: try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    try scanner.end(in: bytes)
    guard version == 1, let savedAt, !instruments.isEmpty else { return nil }
    return Content(instruments: instruments, savedAt: savedAt)
  }

  private static func list(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) -> [VenueInstrument] {
    var result: [VenueInstrument] = []
    var more = try scanner.begin(.array, in: bytes)
    while more {
      let fields = try scanner.texts(of: ["symbol", "name", "currency", "scale", "session"], in: bytes)
      if let symbol = fields["symbol"].flatMap({ Symbol($0) }), let currency = fields["currency"],
        VenueInstrument.isCurrency(currency), result.count < maximumCount
      {
        let scale = fields["scale"].flatMap { Int($0) }.flatMap {
          (0...Money.maximumScale).contains($0) ? $0 : nil
        }
        let session = fields["session"].flatMap(MarketSession.init(rawValue:)) ?? .open
        result.append(
          VenueInstrument(
            symbol: symbol, name: fields["name"] ?? "", currency: currency, scale: scale, session: session))
      }
      more = try scanner.next(.array, in: bytes)
    }
    return result
  }
}
