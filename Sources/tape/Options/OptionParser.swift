import TapeDomain

/// Turns the words of the command line into options, by the option table.
enum OptionParser {
  /// Parses the words after the program's name; `start` has what the settings say.
  ///
  /// - Throws: ``UsageError`` with a sentence that names the word and the nearest known one.
  static func parse(
    _ arguments: [String], from start: Options = Options()
  ) throws(UsageError) -> Options {
    var options = start
    var words = arguments[...]
    if let first = words.first, let command = CommandName(rawValue: first) {
      options.command = command
      words = words.dropFirst()
    }
    let known = OptionTable.options(of: options.command)
    var onlyOperands = false
    while let word = words.popFirst() {
      if onlyOperands || !word.hasPrefix("-") || word == "-" {
        try addOperand(word, to: &options)
      } else if word == "--" {
        onlyOperands = true
      } else {
        try apply(word, rest: &words, known: known, to: &options)
      }
    }
    if options.command == .record || options.command == .replay, options.tapeFile == nil, !options.wantsHelp {
      throw UsageError(sentence: "'\(options.command.usage)' needs the name of a FILE.")
    }
    try OptionConflict.check(options)
    return options
  }

  private static func apply(
    _ word: String, rest words: inout ArraySlice<String>, known: [Option], to options: inout Options
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = aliases[String(parts[0])] ?? String(parts[0])
    guard let option = known.first(where: { $0.name == name }) else {
      throw unknown(name, among: known, command: options.command)
    }
    options.given.insert(option.name)
    guard let valueName = option.value else {
      guard parts.count == 1 else { throw UsageError(sentence: "The option \(name) takes no value.") }
      return try option.set(&options, "")
    }
    if parts.count == 2 {
      return try option.set(&options, String(parts[1]))
    }
    guard let value = words.popFirst() else {
      throw UsageError(sentence: "The option \(name) needs a value: \(name) \(valueName).")
    }
    try option.set(&options, value)
  }

  private static let aliases = ["-h": "--help", "-V": "--version"]

  private static func addOperand(_ word: String, to options: inout Options) throws(UsageError) {
    if options.command.takesWords { return options.words.append(word) }
    if options.command == .record || options.command == .replay, options.tapeFile == nil {
      options.tapeFile = word
      return
    }
    guard [.watch, .record, .doctor, .symbols].contains(options.command) else {
      let takes = options.command == .replay ? "one file only" : "options only"
      throw UsageError(
        sentence: "Unexpected word '\(word)': 'tape \(options.command.rawValue)' takes \(takes).")
    }
    guard let symbol = Symbol(word) else {
      throw UsageError(
        sentence: "'\(word)' is no symbol: 1 to 32 visible ASCII characters without space, comma or quote.")
    }
    if !options.symbols.contains(symbol) { options.symbols.append(symbol) }
  }

  private static func unknown(_ name: String, among known: [Option], command: CommandName) -> UsageError {
    let elsewhere = OptionTable.all.first { $0.name == name }?.commands.first
    if let elsewhere {
      return UsageError(sentence: "The option '\(name)' belongs to '\(elsewhere.usage)'.")
    }
    let nearest = known.map { ($0.name, EditDistance.between(name, $0.name)) }.min { $0.1 < $1.1 }
    if let nearest, nearest.1 <= max(2, name.count / 3) {
      return UsageError(sentence: "Unknown option '\(name)'. Did you mean '\(nearest.0)'?")
    }
    return UsageError(sentence: "Unknown option '\(name)'. See 'tape --help'.")
  }
}
