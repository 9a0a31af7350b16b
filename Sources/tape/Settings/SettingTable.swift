import TapeData
import TapeDomain
import TapeTUI

/// Every setting, in the order of `tape config` and of its example.
enum SettingTable {
  static let all: [Setting] = source + looks + lists

  private static let source: [Setting] = [
    text(
      "source", "TAPE_SOURCE", ["--source"],
      allowed: SourceChoice.names.map { "\"\($0)\"" }.joined(separator: ", "), example: "\"tape\"",
      shown: { $0.source.name }
    ) { options, text throws(UsageError) in
      options.source = try ValueParser.source(text, of: "source")
    },
    text(
      "server", "TAPE_SERVER", ["--server"],
      allowed: "the URL of a quotes server, such as https://prices.example",
      example: "\"https://prices.example\"", shown: { $0.server }
    ) { options, text throws(UsageError) in
      options.server = try ListOrigin.server(text)
    },
    text(
      "token_file", "TAPE_TOKEN_FILE", ["--token-file"],
      allowed: "a file with the server's token that only you may read",
      example: "\"/home/you/.config/tape/token\"", shown: { $0.tokenFile }
    ) { options, text in options.tokenFile = text },
    Setting(
      "token_command", variable: "TAPE_TOKEN_COMMAND",
      allowed:
        "a program and its arguments, whose first line of output is the server's token; no shell reads them",
      example: "[\"pass\", \"show\", \"prices.example\"]", shown: { $0.tokenCommand?.joined(separator: " ") }
    ) { options, value throws(UsageError) in
      guard let words = value.words, let program = words.first, !program.isEmpty else {
        throw UsageError(sentence: "A list of texts that begins with a program is expected.")
      }
      options.tokenCommand = words
    },
    text(
      "ca_file", "TAPE_CA_FILE", ["--ca-file"], allowed: "a PEM file with the only authorities to trust",
      example: "\"/etc/ssl/own-ca.pem\"", shown: { $0.caFile }
    ) { options, text in options.caFile = text },
    flag(
      "compression", "TAPE_COMPRESSION", ["--no-compression"], example: "true", get: { $0.compression },
      set: { $0.compression = $1 },
      says: "whether the server is asked to compress"),
    text(
      "tick", "TAPE_TICK", ["--tick"],
      allowed: "the smallest time between refreshes in quotes, from \"250ms\" to \"60s\"",
      example: "\"250ms\"", shown: { ValueParser.written($0.tick) }
    ) { options, text throws(UsageError) in
      options.tick = try ValueParser.duration(text, of: "tick", in: .milliseconds(250) ... .seconds(60))
    },
    Setting(
      "graphql",
      allowed:
        "the endpoint of the source graphql, what is asked of it and where its answers have what, as docs/sources/graphql.md says",
      example:
        """
        {
          "endpoint": "https://quotes.example/graphql",
          "query": "query($s: [String]) { quotes(symbols: $s) { symbol price } }",
          "variables": {"s": "$symbols"}, "list": "/data/quotes",
          "fields": {"symbol": "/symbol", "price": "/price"}, "currency": "USD", "period": "60s"
        }
        """,
      shown: { $0.graphQL?.endpoint }
    ) { options, value throws(UsageError) in options.graphQL = try GraphQLSettings.read(value) },
  ]

  private static let looks: [Setting] = [
    Setting(
      "columns", variable: "TAPE_COLUMNS", options: ["--columns"], isLive: true,
      allowed: "a list of \(ColumnChoice.words.joined(separator: ", ")); \"name:20\" sets a width",
      example:
        "[\"symbol\", \"name:20\", \"last\", \"change\", \"percent\", \"bid\", \"ask\", \"volume\", \"state\"]",
      shown: { $0.columns?.text }
    ) { options, value throws(UsageError) in
      guard let words = value.texts else { throw UsageError(sentence: "A list of columns is expected.") }
      options.columns = try ValueParser.columns(words)
    },
    text(
      "colors", "TAPE_COLORS", ["--colors"], isLive: true,
      allowed: PriceColors.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        + " for rises and falls",
      example: "\"green-red\"", shown: { $0.prices.rawValue }
    ) { options, text throws(UsageError) in options.prices = try ValueParser.choice(text, of: "colors") },
    text(
      "color", "TAPE_COLOR", ["--color"], allowed: "\"auto\", \"never\", \"16\", \"256\"",
      example: "\"auto\"",
      shown: { $0.color.rawValue }
    ) { options, text throws(UsageError) in options.color = try ValueParser.choice(text, of: "color") },
    flag(
      "ascii", "TAPE_ASCII", ["--ascii"], example: "false", get: { $0.ascii }, set: { $0.ascii = $1 },
      says: "whether only ASCII is drawn"),
    flag(
      "mouse", "TAPE_MOUSE", ["--no-mouse"], example: "true", get: { $0.mouse }, set: { $0.mouse = $1 },
      says: "whether clicks and the wheel are tape's"),
    flag(
      "flash", "TAPE_FLASH", ["--no-flash"], isLive: true, example: "true", get: { $0.flash },
      set: { $0.flash = $1 },
      says: "whether a price that moved is tinted"),
    flag(
      "calm", "TAPE_CALM", ["--calm"], example: "false", get: { $0.calm }, set: { $0.calm = $1 },
      says: "whether the screen keeps still: no flash, ages in steps, a frame in two seconds"),
    text(
      "interval", "TAPE_INTERVAL", ["--interval"],
      allowed: "how often --plain tells prices, from \"1s\" to \"1h\"",
      example: "\"10s\"", shown: { ValueParser.written($0.interval) }
    ) { options, text throws(UsageError) in
      options.interval = try ValueParser.duration(text, of: "interval", in: .seconds(1) ... .seconds(3600))
    },
  ]

  private static let lists: [Setting] = [
    text(
      "sort", "TAPE_SORT", ["--sort"],
      allowed: RowOrder.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        + ", for a list that was not sorted yet",
      example: "\"own\"", shown: { $0.sort.rawValue }
    ) { options, text throws(UsageError) in options.sort = try ValueParser.choice(text, of: "sort") },
    text(
      "list", "TAPE_LIST", ["--list"], allowed: "the list to begin with; without it the one shown last",
      example: "\"Core\"", shown: { $0.startList }
    ) { options, text throws(UsageError) in
      _ = try ListOrigin.key(of: text)
      options.startList = text
    },
    Setting(
      "lists",
      allowed:
        "where a list is watched, as {\"Name\": {\"server\": \"https://prices.example\"}} or {\"source\": \"kraken\"}",
      example: "{\"Metals\": {\"server\": \"https://metals.example\"}, \"Coins\": {\"source\": \"kraken\"}}",
      shown: { options in
        options.listOrigins.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
          .joined(separator: " ").nonEmpty
      }
    ) { options, value throws(UsageError) in options.listOrigins = try ListOrigin.read(value) },
    Setting(
      "keys", isLive: true,
      allowed:
        "keys for \(KeyMap.actionNames.joined(separator: ", ")), as {\"quit\": [\"q\", \"ctrl-q\"]}; [] is none",
      example: "{\"quit\": [\"q\", \"ctrl-q\"], \"pause\": \"space\", \"page-down\": [\"pgdn\", \"ctrl-f\"]}",
      shown: { $0.keys.text.nonEmpty }
    ) { options, value throws(UsageError) in options.keys = try KeySettings.read(value) },
  ]

  private static func text(
    _ key: String, _ variable: String, _ options: [String], isLive: Bool = false, allowed: String,
    example: String,
    shown: @escaping @Sendable (Options) -> String?,
    set: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
  ) -> Setting {
    Setting(
      key, variable: variable, options: options, isLive: isLive, allowed: allowed, example: example,
      shown: shown
    ) { options, value throws(UsageError) in
      guard case .text(let text) = value else { throw UsageError(sentence: "A text in quotes is expected.") }
      try set(&options, text)
    }
  }

  private static func flag(
    _ key: String, _ variable: String, _ options: [String], isLive: Bool = false, example: String,
    get: @escaping @Sendable (Options) -> Bool, set: @escaping @Sendable (inout Options, Bool) -> Void,
    says: String
  ) -> Setting {
    Setting(
      key, variable: variable, options: options, isLive: isLive, allowed: "true or false: \(says)",
      example: example,
      shown: { String(get($0)) }
    ) { options, value throws(UsageError) in
      guard let flag = value.flag else { throw UsageError(sentence: "true or false is expected.") }
      set(&options, flag)
    }
  }
}

extension String {
  /// The text; nil when it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
