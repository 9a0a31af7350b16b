/// A set of the native protocol's fields.
struct TapeFieldSet: OptionSet {
  let rawValue: UInt32

  /// The fields that a snapshot or update may carry.
  static let quote = TapeFieldSet(
    .symbol, .seq, .time, .currency, .scale, .last, .previousClose, .open, .high, .low, .bid, .ask, .volume,
    .session, .delay)
  /// The fields of a heartbeat.
  static let heartbeat = TapeFieldSet(.time, .sent)
  /// The fields of a market message.
  static let market = TapeFieldSet(.session, .symbols)
  /// The fields of a source.
  static let source = TapeFieldSet(.name, .quality, .simulated)
  /// The fields of an error.
  static let error = TapeFieldSet(.code, .symbol, .message)

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(_ fields: TapeField...) {
    rawValue = fields.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
  }

  /// One of the fields, or nil when there is none.
  var first: TapeField? { TapeField(rawValue: rawValue.trailingZeroBitCount) }

  /// Adds or removes a field.
  mutating func set(_ field: TapeField, _ isMember: Bool) {
    let bit = TapeFieldSet(rawValue: 1 << UInt32(field.rawValue))
    if isMember { insert(bit) } else { remove(bit) }
  }
}
