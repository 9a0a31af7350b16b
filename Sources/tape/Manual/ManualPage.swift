import TapeData
import TapeTUI

/// The man page, made from the option table, the settings and the keys.
enum ManualPage {
  static var text: String {
    var lines = [
      ".TH TAPE 1 \"\" \"tape \(tapeVersion)\" \"User Commands\"",
      ".SH NAME", "tape \\- a terminal watchlist that never shows an old price as if it were live",
      ".SH SYNOPSIS",
    ]
    for command in [.watch] + Completions.commands { lines += [".B " + escaped(command.usage), ".br"] }
    lines += [".SH DESCRIPTION", escaped(CommandName.watch.summary)]
    lines += options(of: .watch)
    for command in Completions.commands {
      lines += [".SH TAPE \(command.rawValue.uppercased())", escaped(command.summary)]
      if command == .list { lines += verbs }
      // What watching takes is taken by config as well, and said once.
      lines += command == .config ? options(OptionTable.config) : options(of: command)
    }
    lines += [".SH KEYS"]
    for binding in WatchlistKeyNames.all {
      lines += [".TP", ".B " + escaped(binding.keys), escaped(binding.help)]
    }
    lines += [
      ".SH SETTINGS",
      escaped("The file is JSON5. Options count more than variables, and those more than the file."),
    ]
    for setting in SettingTable.all {
      let also = (setting.options + [setting.variable].compactMap { $0 }).joined(separator: ", ")
      lines += [
        ".TP", ".B " + escaped(setting.key),
        escaped("Allowed: \(setting.allowed)." + (also.isEmpty ? "" : " Also \(also).")),
      ]
    }
    lines += [
      ".SH FILES", ".TP", ".I " + escaped("$XDG_CONFIG_HOME/tape/config.json"),
      escaped("Settings; without the variable below ~/.config."),
      ".TP", ".I " + escaped("$XDG_DATA_HOME/tape/tape.db"),
      escaped("Lists; without the variable below ~/.local/share."),
      ".SH ENVIRONMENT", ".TP", ".B TAPE_TOKEN", "The server's token.",
    ]
    for profile in SourceCatalog.all where !profile.keys.isEmpty {
      let names = profile.keys.map(\.name).joined(separator: ", ")
      lines += [".TP", ".B " + escaped(names), escaped("Your key for the source \(profile.name).")]
    }
    lines += [
      ".TP", ".B NO_COLOR", "Not empty: no colours.", ".TP", ".B ACCESSIBLE",
      "Not empty, 0 or false: a calm screen.", ".TP",
      ".B " + escaped("HTTPS_PROXY, http_proxy, ALL_PROXY, NO_PROXY"),
      "Proxies, read as curl reads them.",
      ".SH EXIT STATUS", ".TP", ".B 0", "fine", ".TP", ".B 1",
      "it could not run; the reason is on standard error",
      ".TP", ".B 2", "wrong usage", ".TP", ".B 3", escaped("some price of --once was not live"),
      ".TP", ".B 128+n", "ended by signal n",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static var verbs: [String] {
    ListVerb.usages.flatMap { [".TP", ".B " + escaped("\($0.verb) \($0.operands)"), escaped($0.help)] }
  }

  private static func options(of command: CommandName) -> [String] {
    options(OptionTable.options(of: command))
  }

  private static func options(_ options: [Option]) -> [String] {
    options.flatMap { [".TP", ".B " + escaped($0.signature), escaped($0.help)] }
  }

  /// The text as roff prints it: hyphens that can be copied, and nothing at a line's start taken for a request.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
      .replacing("↑", with: "Up").replacing("↓", with: "Down").replacing("—", with: "\\(em")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
