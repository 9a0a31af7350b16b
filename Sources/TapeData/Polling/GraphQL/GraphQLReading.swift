/// Where a GraphQL endpoint's answers have what, and in which units; without anything that is secret.
public struct GraphQLReading: Equatable, Sendable {
  /// What a field means.
  public enum Field: String, CaseIterable, Sendable {
    case symbol, name, currency, time, session, price, change, open, high, low, bid, ask, volume, delay
    case previousClose = "previous_close"
  }

  /// How prices are written.
  public enum Form: String, CaseIterable, Sendable {
    /// As numbers.
    case number
    /// As texts.
    case string
    /// As integers of a smaller unit, whose decimals are told.
    case minor
  }

  /// How times are written.
  public enum TimeUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"
    /// As RFC 3339 has it.
    case rfc3339
  }

  /// Where the list of quotes is, or the one quote.
  public var list: JSONPointer
  /// Where the fields are, from each quote on.
  public var fields: [Field: JSONPointer]
  /// How prices are written.
  public var form = Form.number
  /// The decimals of integers of a smaller unit.
  public var decimals = 2
  /// How times are written.
  public var timeUnit = TimeUnit.seconds
  /// What all prices are in; nil when each quote says it.
  public var currency: String?

  /// A reading that finds the quotes there.
  public init(list: JSONPointer, fields: [Field: JSONPointer]) {
    self.list = list
    self.fields = fields
  }

  /// The reading as a JSON text, for a recording.
  var json: String {
    var object: [String: JSONNode] = [
      "list": .text(list.text), "form": .text(form.rawValue), "decimals": .number(String(decimals)),
      "time": .text(timeUnit.rawValue),
      "fields": .object(
        Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, JSONNode.text($0.value.text)) })),
    ]
    if let currency { object["currency"] = .text(currency) }
    return String(decoding: JSONNode.object(object).bytes, as: UTF8.self)
  }

  /// The reading that a recording has; nil when it is none.
  init?(json: String) {
    let bytes = Array(json.utf8)
    guard case .object(let object)? = try? JSONNode(bytes.span), case .text(let list)? = object["list"],
      let list = JSONPointer(list), case .object(let pointers)? = object["fields"]
    else { return nil }
    var fields: [Field: JSONPointer] = [:]
    for (name, pointer) in pointers {
      guard let field = Field(rawValue: name), let pointer = pointer.words.flatMap({ JSONPointer($0) }) else {
        return nil
      }
      fields[field] = pointer
    }
    self.init(list: list, fields: fields)
    form = object["form"]?.words.flatMap { Form(rawValue: $0) } ?? .number
    decimals = object["decimals"]?.words.flatMap { Int($0) } ?? 2
    timeUnit = object["time"]?.words.flatMap { TimeUnit(rawValue: $0) } ?? .seconds
    currency = object["currency"]?.words
  }
}
