import TapeData
import TapeDomain

/// Reads the setting `graphql`: a GraphQL endpoint, what is asked of it, and where its answers have what.
struct GraphQLSettings {
  private static let keys = [
    "endpoint", "query", "operation", "variables", "headers", "list", "fields", "form", "decimals", "time",
    "currency", "chunk", "period", "per_minute", "per_day", "name",
  ]

  private let fields: [String: SettingValue]

  /// The endpoint that a value of the settings describes.
  ///
  /// - Throws: ``UsageError`` that names the key which is missing, not known, or not what it may be.
  static func read(_ value: SettingValue) throws(UsageError) -> GraphQLPreset {
    guard case .object(let fields) = value else {
      throw UsageError(sentence: "An object that describes a GraphQL endpoint is expected.")
    }
    for key in fields.keys.sorted() where !keys.contains(key) {
      throw UsageError(sentence: "'\(key)' is no key of graphql. Allowed: \(keys.joined(separator: ", ")).")
    }
    return try GraphQLSettings(fields: fields).preset()
  }

  private func preset() throws(UsageError) -> GraphQLPreset {
    let endpoint = try text("endpoint")
    do {
      _ = try ServerAddress(endpoint)
    } catch {
      throw UsageError(sentence: error.sentence)
    }
    var preset = GraphQLPreset(
      endpoint: endpoint, query: try text("query"), variables: try variables(), reading: try reading())
    preset.operation = try optional("operation")
    preset.headers = try headers()
    if let name = try optional("name") { preset.name = name }
    if let chunk = try number("chunk", in: 1...500) { preset.chunk = chunk }
    if let period = try optional("period") {
      let duration = try ValueParser.duration(period, of: "period", in: .seconds(1) ... .seconds(86_400))
      preset.period = Int(duration.components.seconds)
    }
    preset.perMinute = try number("per_minute", in: 1...100_000)
    preset.perDay = try number("per_day", in: 1...100_000_000)
    guard preset.chunk == 1 || !preset.variables.values.contains(where: \.namesOneSymbol) else {
      throw UsageError(sentence: "'variables' has \"$symbol\", which is one symbol: 'chunk' must be 1 then.")
    }
    return preset
  }

  private func reading() throws(UsageError) -> GraphQLReading {
    guard case .object(let places)? = fields["fields"] else {
      throw UsageError(
        sentence: "'fields' is missing: an object of JSON pointers such as {\"price\": \"/price\"}.")
    }
    let names = GraphQLReading.Field.allCases.map(\.rawValue)
    var pointers: [GraphQLReading.Field: JSONPointer] = [:]
    for (name, value) in places.sorted(by: { $0.key < $1.key }) {
      guard let field = GraphQLReading.Field(rawValue: name) else {
        throw UsageError(sentence: "'\(name)' is no field. Allowed: \(names.joined(separator: ", ")).")
      }
      pointers[field] = try pointer(value, of: "fields.\(name)")
    }
    guard pointers[.price] != nil else { throw UsageError(sentence: "'fields' has no \"price\".") }
    var reading = GraphQLReading(list: try pointer(fields["list"], of: "list"), fields: pointers)
    reading.form = try choice("form") ?? .number
    reading.timeUnit = try choice("time") ?? .seconds
    if let decimals = try number("decimals", in: 0...12) { reading.decimals = decimals }
    reading.currency = try optional("currency")
    return reading
  }

  private func pointer(_ value: SettingValue?, of key: String) throws(UsageError) -> JSONPointer {
    guard case .text(let text)? = value, let pointer = JSONPointer(text) else {
      throw UsageError(sentence: "'\(key)' is a JSON pointer, such as \"/data/quotes\".")
    }
    return pointer
  }

  private func headers() throws(UsageError) -> [GraphQLPreset.Header] {
    guard let value = fields["headers"] else { return [] }
    guard case .object(let headers) = value else {
      throw UsageError(
        sentence: "'headers' is an object, such as {\"Authorization\": \"Bearer ${QUOTES_KEY}\"}.")
    }
    var result: [GraphQLPreset.Header] = []
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      guard case .text(let text) = value, !name.isEmpty,
        name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3A }),
        text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else { throw UsageError(sentence: "'\(name)' is no header with a text for its value.") }
      result.append(GraphQLPreset.Header(name: name, value: text))
    }
    return result
  }

  private func variables() throws(UsageError) -> [String: GraphQLPreset.Value] {
    guard case .object(let variables)? = fields["variables"] else {
      throw UsageError(sentence: "'variables' is missing: an object such as {\"symbols\": \"$symbols\"}.")
    }
    var result: [String: GraphQLPreset.Value] = [:]
    for (name, value) in variables { result[name] = try Self.variable(value) }
    guard result.values.contains(where: { $0.namesSymbols || $0.namesOneSymbol }) else {
      throw UsageError(sentence: "'variables' has neither \"$symbols\" nor \"$symbol\" in it.")
    }
    return result
  }

  private static func variable(_ value: SettingValue) throws(UsageError) -> GraphQLPreset.Value {
    switch value {
    case .text(let text): return .text(text)
    case .number(let number): return .number(number)
    case .flag(let flag): return .flag(flag)
    case .list(let items):
      var list: [GraphQLPreset.Value] = []
      for item in items { list.append(try variable(item)) }
      return .list(list)
    case .object(let fields):
      var object: [String: GraphQLPreset.Value] = [:]
      for (name, value) in fields { object[name] = try variable(value) }
      return .object(object)
    case .other: throw UsageError(sentence: "'variables' has null or a number with a fraction.")
    }
  }

  private func text(_ key: String) throws(UsageError) -> String {
    guard let text = try optional(key) else { throw UsageError(sentence: "'\(key)' is missing.") }
    return text
  }

  private func optional(_ key: String) throws(UsageError) -> String? {
    guard let value = fields[key] else { return nil }
    guard case .text(let text) = value, !text.isEmpty else {
      throw UsageError(sentence: "'\(key)' is a text in quotes.")
    }
    return text
  }

  private func number(_ key: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let value = fields[key] else { return nil }
    guard case .number(let number) = value, range.contains(number) else {
      throw UsageError(sentence: "'\(key)' is a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(_ key: String) throws(UsageError) -> Choice?
  where Choice.RawValue == String {
    guard let text = try optional(key) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw UsageError(sentence: "'\(key)' is one of \(names).")
    }
    return choice
  }
}

extension GraphQLPreset.Value {
  /// Whether all symbols stand in it.
  fileprivate var namesSymbols: Bool { holds("$symbols") }
  /// Whether one symbol stands in it.
  fileprivate var namesOneSymbol: Bool { holds("$symbol") }

  private func holds(_ word: String) -> Bool {
    switch self {
    case .text(let text): text == word
    case .list(let values): values.contains { $0.holds(word) }
    case .object(let fields): fields.values.contains { $0.holds(word) }
    case .number, .flag: false
    }
  }
}
