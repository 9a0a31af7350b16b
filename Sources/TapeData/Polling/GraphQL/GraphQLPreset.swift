public import TapeWebSocket

/// A GraphQL endpoint as the settings describe it.
public struct GraphQLPreset: Equatable, Sendable {
  /// A value of the variables; `$symbols` in the place of a text stands for all symbols of a request, `$symbol` for the one.
  public indirect enum Value: Equatable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([Value])
    case object([String: Value])
  }

  /// A header field whose value may name variables of the environment, as `$NAME` or `${NAME}`.
  public struct Header: Equatable, Sendable {
    /// The field's name.
    public let name: String
    /// Its value, before the variables are put in.
    public let value: String

    /// A field of those texts.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What the header calls it.
  public var name = "GraphQL"
  /// Where it is.
  public var endpoint: String
  /// The text of the query.
  public var query: String
  /// The name of the operation, where the query has several.
  public var operation: String?
  /// The variables of the query.
  public var variables: [String: Value]
  /// The header fields of a request.
  public var headers: [Header] = []
  /// How its answers are read.
  public var reading: GraphQLReading
  /// The most symbols of a request.
  public var chunk = 20
  /// The time from one price of a symbol to the next, in seconds.
  public var period = 60
  /// The requests of any minute; nil for no limit.
  public var perMinute: Int?
  /// The requests of a day in UTC; nil for no limit.
  public var perDay: Int?

  /// An endpoint of those values.
  public init(endpoint: String, query: String, variables: [String: Value], reading: GraphQLReading) {
    self.endpoint = endpoint
    self.query = query
    self.variables = variables
    self.reading = reading
  }

  /// Header fields with what the environment puts into them, and what must never be shown of it.
  public struct Filled: Sendable {
    /// The fields.
    public let headers: [HTTPHeader]
    /// The values of the variables.
    public let secrets: [String]
  }

  /// The header fields with the variables of `environment` put in.
  ///
  /// - Throws: ``TokenError`` that names a variable which is missing.
  public func filled(from environment: [String: String]) throws(TokenError) -> Filled {
    var fields: [HTTPHeader] = []
    var secrets: [String] = []
    for header in headers {
      var text = ""
      var rest = header.value[...]
      while let dollar = rest.firstIndex(of: "$") {
        text += rest[..<dollar]
        rest = rest[rest.index(after: dollar)...]
        guard let name = Self.takeName(from: &rest) else {
          text += "$"
          continue
        }
        let value = environment[name] ?? ""
        guard !value.isEmpty else {
          throw TokenError(
            sentence:
              "The header \"\(header.name)\" of the graphql settings needs \(name) in the environment, which is not set."
          )
        }
        guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
          throw TokenError(
            sentence: "\(name) has a character that no header may have. It must hold the key only.")
        }
        secrets.append(value)
        text += value
      }
      fields.append(HTTPHeader(name: header.name, value: text + rest))
    }
    return Filled(headers: fields, secrets: secrets)
  }

  /// Takes the name of a variable from behind a dollar sign; nil when none stands there.
  private static func takeName(from rest: inout Substring) -> String? {
    let isBraced = rest.first == "{"
    let begin = isBraced ? rest.dropFirst() : rest
    let name = begin.prefix { $0 == "_" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
    guard let first = name.first, !first.isNumber else { return nil }
    var after = begin[name.endIndex...]
    if isBraced {
      guard after.first == "}" else { return nil }
      after = after.dropFirst()
    }
    rest = after
    return String(name)
  }
}
