import TapeDomain

@testable import TapeData

/// A venue's dialect under test: frames as text in, messages out.
struct VenueReader {
  /// The wall clock: 2026-11-29T14:00:00Z.
  static let wall = Timestamp(seconds: 1_795_960_800)

  let context = VenueContext { VenueReader.wall }
  private var dialect: any FeedDialect

  init(_ source: SourceProfile, instruments: [VenueInstrument] = []) {
    if !instruments.isEmpty { context.set(instruments) }
    dialect = source.dialect(context)
    dialect.begin()
  }

  mutating func begin() { dialect.begin() }

  mutating func read(_ frames: String...) -> [FeedMessage] {
    var messages: [FeedMessage] = []
    for frame in frames { dialect.decode(Array(frame.utf8).span, into: &messages) }
    return messages
  }

  /// What the frames say of prices: the last price in plain digits, or why there is none.
  mutating func prices(_ frames: String...) -> [String] {
    var messages: [FeedMessage] = []
    for frame in frames { dialect.decode(Array(frame.utf8).span, into: &messages) }
    return messages.compactMap { message in
      switch message {
      case .snapshot(let patch): VenueReader.plain(patch)
      case .malformed(_, let symbol): "malformed \(symbol?.text ?? "-")"
      case .unknown: "dropped"
      default: nil
      }
    }
  }

  func said(_ command: FeedCommand, request: Int = 7) -> [String] {
    dialect.encode(command, request: request).map { String(decoding: $0, as: UTF8.self) }
  }

  var opening: [String] { dialect.opening().map { String(decoding: $0, as: UTF8.self) } }

  func known(_ symbol: Symbol) -> [FeedMessage] { dialect.foreknowledge(of: symbol) }

  /// `SYMBOL LAST CURRENCY reference REFERENCE`, in units and scale.
  static func plain(_ patch: QuotePatch) -> String {
    func text(_ field: QuotePatch.Field<Int>) -> String {
      switch field {
      case .absent: "absent"
      case .null: "null"
      case .set(let units): "\(units)"
      }
    }
    return "\(patch.symbol) \(text(patch.last)) 24h \(text(patch.rolling24h)) scale \(patch.scale ?? -1) "
      + (patch.currency ?? "no currency")
  }
}

func symbol(_ text: String) -> Symbol {
  guard let symbol = Symbol(text) else { preconditionFailure("\(text) is no symbol") }
  return symbol
}
