/// One option: parsing, help and completions all come from a table of these.
struct Option {
  /// The option's name with its dashes.
  let name: String
  /// What its value is called in the help; nil for a switch.
  let value: String?
  /// What it does, in a phrase.
  let help: String
  /// The commands that take it.
  let commands: [CommandName]
  /// Sets it; the text is empty for a switch.
  let set: @Sendable (inout Options, String) throws(UsageError) -> Void

  init(
    _ name: String, _ value: String? = nil, for commands: [CommandName], _ help: String,
    set: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.commands = commands
    self.set = set
  }

  /// The name with its value, as the help shows it.
  var signature: String { value.map { "\(name) \($0)" } ?? name }
}
