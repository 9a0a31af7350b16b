import TapeData
import TapeTUI

/// What a shell can offer as the value of an option.
enum OptionValues: Equatable {
  /// One of these words.
  case choices([String])
  /// A file.
  case file
  /// The name of a list of the user's.
  case listName
  /// Anything.
  case free

  /// The values of an option of a command; nil for a switch.
  static func of(_ option: Option, for command: CommandName) -> OptionValues? {
    guard let value = option.value else { return nil }
    switch (option.name, command) {
    case ("--format", .list): return .choices(ListFileFormat.allCases.map(\.rawValue))
    case ("--format", _): return .choices(Options.Format.allCases.map(\.rawValue))
    case ("--color", _): return .choices(ColorChoice.allCases.map(\.rawValue))
    case ("--colors", _): return .choices(PriceColors.allCases.map(\.rawValue))
    case ("--source", _): return .choices(SourceChoice.names)
    case ("--list", _): return .listName
    case ("--sort", _): return .choices(RowOrder.allCases.map(\.rawValue))
    default: return value == "FILE" ? .file : .free
    }
  }
}
