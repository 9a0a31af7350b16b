import TapeDomain
import TapeWebSocket

/// What a recording of a polled source holds, each as a text: answers as they came, and what their absence meant.
enum PollFrame: Equatable {
  /// An answer to a request.
  case answer(PollReading.Answer)
  /// The time of these prices was over.
  case lost([Symbol])
  /// The source does not bring that symbol.
  case refused(Symbol, words: String)
  /// These were asked for so often from then on, in seconds, and the others streamed.
  case polled([Symbol], every: Int)
  /// How the source was asked from then on.
  case described(FeedSource)
  /// What the source needs to read its answers.
  case preamble(String)

  /// The frame as a JSON text.
  var bytes: [UInt8] {
    var text = PollText()
    switch self {
    case .answer(let answer):
      switch answer.job {
      case .quotes(let symbols): text.add("symbols", symbols.map(\.text))
      case .errand(let name): text.add("errand", name)
      }
      text.add("status", number: answer.response.status)
      if let date = answer.response["Date"] { text.add("date", date) }
      text.add("body", String(decoding: answer.response.body, as: UTF8.self))
    case .lost(let symbols): text.add("lost", symbols.map(\.text))
    case .refused(let symbol, let words):
      text.add("refused", symbol.text)
      text.add("words", words)
    case .polled(let symbols, let seconds):
      text.add("polled", symbols.map(\.text))
      text.add("every", number: seconds)
    case .described(let source):
      text.add("source", source.name)
      text.add("quality", source.quality)
    case .preamble(let json): text.add("preamble", json)
    }
    return text.bytes
  }

  /// Reads a frame; nil when it is none of these.
  init?(_ frame: Span<UInt8>) {
    guard let fields = try? PollFields(frame) else { return nil }
    if let status = fields.numbers["status"], let body = fields.texts["body"] {
      let headers = fields.texts["date"].map { [HTTPHeader(name: "Date", value: $0)] } ?? []
      let job: PollJob = fields.texts["errand"].map { .errand($0) } ?? .quotes(fields.lists["symbols"] ?? [])
      self = .answer(
        PollReading.Answer(
          job: job, response: HTTPResponse(status: status, headers: headers, body: Array(body.utf8))))
    } else if let symbols = fields.lists["lost"] {
      self = .lost(symbols)
    } else if let symbols = fields.lists["polled"], let seconds = fields.numbers["every"] {
      self = .polled(symbols, every: seconds)
    } else if let symbol = fields.texts["refused"].flatMap({ Symbol($0) }) {
      self = .refused(symbol, words: fields.texts["words"] ?? "")
    } else if let name = fields.texts["source"] {
      self = .described(
        FeedSource(name: name, quality: fields.texts["quality"] ?? "", isSimulated: false))
    } else if let json = fields.texts["preamble"] {
      self = .preamble(json)
    } else {
      return nil
    }
  }
}

/// Writes a flat JSON object.
private struct PollText {
  private var content: [UInt8] = [UInt8(ascii: "{")]

  var bytes: [UInt8] { content + [UInt8(ascii: "}")] }

  mutating func add(_ key: String, _ value: String) { add(key, raw: JSONText.quoted(value)) }

  mutating func add(_ key: String, _ values: [String]) { add(key, raw: VenueText.array(values)) }

  mutating func add(_ key: String, number: Int) { add(key, raw: Array(String(number).utf8)) }

  private mutating func add(_ key: String, raw: [UInt8]) {
    if content.count > 1 { content.append(UInt8(ascii: ",")) }
    content += JSONText.quoted(key) + [UInt8(ascii: ":")] + raw
  }
}

/// The fields of a frame.
private struct PollFields {
  var texts: [String: String] = [:]
  var lists: [String: [Symbol]] = [:]
  var numbers: [String: Int] = [:]

  init(_ bytes: Span<UInt8>) throws(JSONFault) {
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let key = try scanner.key(in: bytes).string(of: bytes)
      if scanner.container(in: bytes) == .array {
        lists[key] = try Self.symbols(with: &scanner, in: bytes)
      } else {
        let value = try scanner.lexeme(in: bytes)
        if let number = value.integer(of: bytes) { numbers[key] = number }
        if let text = value.string(of: bytes) { texts[key] = text }
      }
      more = try scanner.next(.object, in: bytes)
    }
    try scanner.end(in: bytes)
  }

  private static func symbols(
    with scanner: inout JSONScanner, in bytes: Span<UInt8>
  ) throws(JSONFault) -> [Symbol] {
    var result: [Symbol] = []
    var more = try scanner.begin(.array, in: bytes)
    while more {
      if let symbol = try scanner.lexeme(in: bytes).symbol(of: bytes) { result.append(symbol) }
      more = try scanner.next(.array, in: bytes)
    }
    return result
  }
}
