import Foundation
import TapeDomain

/// A list as JSON: `{"name": …, "instruments": [{"symbol": …, "name": …}]}`, several as `{"lists": […]}`, or an array of
/// symbols.
enum JSONListFile {
  static func read(_ text: String) throws(ListFileFault) -> ListFileContent {
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    } catch {
      throw ListFileFault(explanation(of: error))
    }
    var lists: [(name: String?, instruments: [Instrument])] = []
    for list in document.lists {
      var instruments: [Instrument] = []
      for (index, entry) in list.instruments.enumerated() {
        guard let symbol = Symbol(entry.symbol) else {
          throw ListFileFault("entry \(index + 1): \(ListFileFault.noSymbol(entry.symbol))")
        }
        instruments.append(Instrument(symbol: symbol, name: entry.name ?? ""))
      }
      lists.append((list.name, instruments))
    }
    if lists.isEmpty { throw ListFileFault("has no lists.") }
    return ListFileContent(lists: lists)
  }

  static func write(_ list: NamedList) -> String {
    let entries = list.instruments.map { Entry(symbol: $0.symbol.text, name: $0.name) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes, .sortedKeys]
    let data = try? encoder.encode(List(instruments: entries, name: list.name.text))
    return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
  }

  private struct Entry: Codable {
    let symbol: String
    let name: String?

    private enum CodingKeys: String, CodingKey { case symbol, name }

    init(symbol: String, name: String?) {
      self.symbol = symbol
      self.name = name
    }

    init(from decoder: any Decoder) throws {
      if let word = try? decoder.singleValueContainer().decode(String.self) {
        (symbol, name) = (word, nil)
        return
      }
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      symbol = try fields.decode(String.self, forKey: .symbol)
      name = try fields.decodeIfPresent(String.self, forKey: .name)
    }
  }

  private struct List: Codable {
    let instruments: [Entry]
    let name: String?
  }

  private struct Document: Decodable {
    let lists: [List]

    private enum CodingKeys: String, CodingKey { case lists }

    init(from decoder: any Decoder) throws {
      if var array = try? decoder.unkeyedContainer() {
        var entries: [Entry] = []
        while !array.isAtEnd { entries.append(try array.decode(Entry.self)) }
        lists = [List(instruments: entries, name: nil)]
      } else if let many = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
        [List].self, forKey: .lists)
      {
        lists = many
      } else {
        lists = [try List(from: decoder)]
      }
    }
  }

  private static func explanation(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "is no list in JSON (\(error))." }
    switch error {
    case .dataCorrupted(let context):
      let reason = (context.underlyingError as? NSError)?.userInfo[NSDebugDescriptionErrorKey] as? String
      return "is no valid JSON: \(reason ?? context.debugDescription)"
    case .keyNotFound(let key, let context):
      return "has no \"\(key.stringValue)\"\(place(context.codingPath))."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return
        "has a value of the wrong kind\(place(context.codingPath)): allowed are {\"name\", \"instruments\": "
        + "[{\"symbol\", \"name\"}]}, {\"lists\": [...]} or an array of symbols."
    @unknown default: return "is no list in JSON (\(error))."
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "" }
    let words = path.map { key in key.intValue.map { "[\($0)]" } ?? "." + key.stringValue }.joined()
    return " at \(words.hasPrefix(".") ? String(words.dropFirst()) : words)"
  }
}
