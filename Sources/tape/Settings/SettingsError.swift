/// Why the settings cannot be used: exit status 1. Nothing is rewritten.
struct SettingsError: Error, CustomStringConvertible, Equatable {
  /// The file or the variable, the line, the key, and what is allowed.
  let sentence: String

  var description: String { sentence }
}
