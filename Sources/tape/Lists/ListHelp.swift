/// The help of `tape list` beside its options: its verbs.
enum ListHelp {
  static var lines: [String] {
    let usages = ListVerb.usages
    let column = (usages.map { $0.verb.count + $0.operands.count }.max() ?? 0) + 3
    let verbs = usages.map { usage in
      let signature = "\(usage.verb) \(usage.operands)"
      return "  \(signature)\(String(repeating: " ", count: column - signature.count))\(usage.help)"
    }
    return ["Verbs:"] + verbs + [
      "",
      "A name with blanks goes in quotes; upper and lower case are the same. Lists are kept in",
      "$XDG_DATA_HOME/tape/tape.db (default ~/.local/share/tape/tape.db). A running tape sees changes.",
      "Exit status: 0 done, 1 not done (the reason is on standard error), 2 wrong usage.",
    ]
  }
}
