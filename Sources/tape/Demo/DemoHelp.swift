import TapeExchange
import TapeTUI

/// The notes of `tape demo --help`: the keys, and how a script is written.
enum DemoHelp {
  static let lines: [String] =
    ["Keys, beside those of ? on the screen:"]
    + DemoKeys.all.map { key in
      let name = "F\(key.number)"
      let words = key.commands.joined(separator: ", ")
      return "  \(padded(name, 5))\(padded(words, 20))\(key.help)"
    }
    + ["", "A script has a time since the start and a command on each line, such as '5s silence 10s':"]
    + DemoScript.usage.map { "  " + $0 }

  private static func padded(_ text: String, _ count: Int) -> String {
    text + String(repeating: " ", count: max(1, count - text.count))
  }
}
