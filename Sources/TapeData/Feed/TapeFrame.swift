import TapeDomain

/// What one frame of the native protocol holds, before its type decides what it needs.
///
/// Fields come in any order, so the type may be known last. A known field of an unfit shape is therefore only
/// noted: it matters only to the types that have that field. Of a field that comes twice the last counts.
struct TapeFrame {
  /// The message types.
  enum Kind {
    case snapshot, update, heartbeat, market, source, error, unknown

    /// The type of that name.
    init(name: Span<UInt8>) {
      if name.equals("update") {
        self = .update
      } else if name.equals("snapshot") {
        self = .snapshot
      } else if name.equals("heartbeat") {
        self = .heartbeat
      } else if name.equals("market") {
        self = .market
      } else if name.equals("source") {
        self = .source
      } else if name.equals("error") {
        self = .error
      } else {
        self = .unknown
      }
    }
  }

  var kind: Kind?
  var symbol: Symbol?
  var time: Timestamp?
  var currency: String?
  var session = QuotePatch.Field<MarketSession>.absent
  var symbols: [Symbol]?
  var code: String?
  var text: String?
  var name: String?
  var quality: String?
  var isSimulated: Bool?
  /// The integer fields at their raw values.
  var integers = [12 of QuotePatch.Field<Int>](repeating: .absent)
  /// Fields whose value has another shape than it must have.
  var unfit: TapeFieldSet = []

  /// The value of an integer field.
  subscript(field: TapeField) -> QuotePatch.Field<Int> { integers[field.rawValue] }
}
