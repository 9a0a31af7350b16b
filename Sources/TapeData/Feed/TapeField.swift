/// The fields of the native protocol that we read, named as on the wire.
enum TapeField: Int {
  // The integers come first: their raw values are their places in a frame.
  case last, previousClose, open, high, low, bid, ask, volume, delay, seq, scale, sent
  case type, symbol, time, currency, session, symbols, code, message, name, quality, simulated

  /// How many of the fields are integers.
  static let integerCount = TapeField.sent.rawValue + 1

  /// The field of that name, or nil when it is none of ours.
  init?(name: Span<UInt8>) {
    func named(_ text: StaticString, _ field: TapeField) -> TapeField? {
      name.equals(text) ? field : nil
    }
    let field: TapeField? =
      switch name.count {
      case 3: named("seq", .seq) ?? named("bid", .bid) ?? named("ask", .ask) ?? named("low", .low)
      case 4:
        named("type", .type) ?? named("time", .time) ?? named("last", .last) ?? named("high", .high)
          ?? named("open", .open) ?? named("sent", .sent) ?? named("code", .code) ?? named("name", .name)
      case 5: named("delay", .delay) ?? named("scale", .scale)
      case 6: named("symbol", .symbol) ?? named("volume", .volume)
      case 7:
        named("session", .session) ?? named("symbols", .symbols) ?? named("message", .message)
          ?? named("quality", .quality)
      case 8: named("currency", .currency)
      case 9: named("simulated", .simulated)
      case 13: named("previousClose", .previousClose)
      default: nil
      }
    guard let field else { return nil }
    self = field
  }
}
