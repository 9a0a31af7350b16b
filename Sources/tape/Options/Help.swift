import TapeData

/// The text of `--help`, made from the option table.
enum Help {
  /// The help of one command.
  static func text(for command: CommandName) -> String {
    let options = OptionTable.options(of: command)
    let column = (options.map(\.signature.count).max() ?? 0) + 2
    var lines = ["Usage: \(command.usage)", "", command.summary, "", "Options:"]
    lines += options.map { option in
      "  " + option.signature + String(repeating: " ", count: column - option.signature.count) + option.help
    }
    if OptionTable.links.contains(command) { lines += [""] + sources(column) }
    lines.append("")
    lines += notes(for: command)
    return lines.joined(separator: "\n")
  }

  /// The sources, and the variables of their keys.
  private static func sources(_ column: Int) -> [String] {
    let native = ("tape", "a quotes server of your own, with --server; its token in TAPE_TOKEN")
    let known = SourceCatalog.all.map { profile in
      (
        profile.name,
        profile.name == SourceProfile.described
          ? "an endpoint that the settings describe; the variables that its headers name"
          : "\(profile.title), "
            + (profile.keys.isEmpty
              ? "without a key" : "your key in " + profile.keys.map(\.name).joined(separator: " and "))
      )
    }
    return ["Sources, for --source NAME and SYMBOL@NAME:"]
      + ([native] + known).map { name, words in
        "  " + name + String(repeating: " ", count: column - name.count) + words
      }
  }

  private static func notes(for command: CommandName) -> [String] {
    switch command {
    case .watch:
      [
        "Symbols watch just these instead of the server's list. One may name its source, and a list may mix",
        "them: tape AAPL@finnhub BTC-USD@coinbase. TAPE_SOURCE names the source where --source does not.",
        "Real prices without a key: tape --source coinbase BTC-USD, or kraken BTC/USD, or binance BTCUSDT.",
        "HTTPS_PROXY, http_proxy, ALL_PROXY and NO_PROXY name proxies as for curl: http, socks5, socks5h.",
        "When standard output is not a terminal, tape does what --once does.",
        "Keys: ? shows them all, q quits.",
        "Exit status: 0 fine, 1 could not run, 2 wrong usage, 3 some price of --once was not live,",
        "128+n ended by signal n.",
        "With TERM=dumb, tape does what --plain does.",
        "See also --help of tape demo, serve, record, replay, doctor, symbols, list, config.",
      ]
    case .demo: DemoHelp.lines
    case .serve:
      ExchangeFaultHelp.lines
    case .record:
      ["A crash loses at most the last second. Tokens are never in a recording. See docs/recording.md."]
    case .replay:
      [
        "Keys: Space pauses, ← → step a second, < > change the speed, ? shows all.",
        "--check prints a digest: equal tapes have equal ones, at any speed, on any machine.",
        "Exit status of --check: 0 all held, 1 something did not.",
      ]
    case .symbols:
      [
        "Each line has symbol, name, currency, decimals and, unless it is traded, its state; tabs between."
      ]
    case .doctor:
      ["Exit status: 0 all is well, 1 something failed, 2 wrong usage. No line shows a secret."]
    case .list: ListHelp.lines
    case .completions, .manual: ["'make install' puts man page and completions where they are found."]
    case .config:
      [
        "The file is $XDG_CONFIG_HOME/tape/config.json (default ~/.config/tape/config.json), in JSON5.",
        "Options that watching takes are taken here too, to see what they would change.",
      ]
    }
  }
}
