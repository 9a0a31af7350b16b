/// One setting: its names, and how it is read and shown. File, environment, `tape config` and its example all come from
/// the table of these.
struct Setting: Sendable {
  /// The key in the file.
  let key: String
  /// The variable of the environment; nil for what does not fit into one.
  let variable: String?
  /// The options of the command line that set it.
  let options: [String]
  /// Whether a screen that runs can change to it.
  let isLive: Bool
  /// What is allowed, in a phrase.
  let allowed: String
  /// A value for the example, as it stands in the file.
  let example: String
  /// Sets it.
  let set: @Sendable (inout Options, SettingValue) throws(UsageError) -> Void
  /// The value in effect; nil for none.
  let shown: @Sendable (Options) -> String?

  init(
    _ key: String, variable: String? = nil, options: [String] = [], isLive: Bool = false, allowed: String,
    example: String, shown: @escaping @Sendable (Options) -> String?,
    set: @escaping @Sendable (inout Options, SettingValue) throws(UsageError) -> Void
  ) {
    self.key = key
    self.variable = variable
    self.options = options
    self.isLive = isLive
    self.allowed = allowed
    self.example = example
    self.set = set
    self.shown = shown
  }

  /// The refusal of a value of the wrong kind.
  var wrongKind: UsageError { UsageError(sentence: "Allowed: \(allowed).") }
}
