public import TapeDomain

/// A function key of the demo that makes something go wrong; what it does is the business of whoever hands it in.
public struct FaultKey: Hashable, Sendable {
  /// Stands in a command for the symbol of the selected row.
  public static let symbolWord = "SYMBOL"

  /// The number of the function key.
  public let number: Int
  /// The footer's word.
  public let label: String
  /// What the help says, in at most 18 characters, so that it fits beside the other keys.
  public let help: String
  /// What happens, as lines of a fault script.
  public let commands: [String]

  /// A key of those words.
  public init(_ number: Int, _ label: String, _ commands: [String], help: String) {
    self.number = number
    self.label = label
    self.commands = commands
    self.help = help
  }

  /// The commands for the selected row's symbol; nil when they need one and there is none.
  public func commands(for symbol: Symbol?) -> [String]? {
    guard let symbol else { return needsSymbol ? nil : commands }
    return commands.map { $0.replacing(Self.symbolWord, with: symbol.text) }
  }

  /// What the message line says when the key is pressed.
  func announcement(for symbol: Symbol?) -> String {
    guard let commands = commands(for: symbol) else { return "F\(number) needs a selected row." }
    return "F\(number) \(commands.joined(separator: ", ")): \(help)"
  }

  /// The line of the key table. The footer drops these first, the highest number before the others.
  var binding: KeyBinding<WatchlistAction> {
    KeyBinding([.function(number)], .inject(self), label: label, rank: 100 + number, help: help)
  }

  private var needsSymbol: Bool { commands.contains { $0.contains(Self.symbolWord) } }
}
