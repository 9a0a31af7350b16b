import TapeTUI

/// The options of what the settings file can say as well, and of `tape config`.
extension OptionTable {
  static let arranging: [Option] = [
    Option(
      "--list", "NAME", for: [.watch, .demo], "begin with this list of yours, on its own server if it has one"
    ) {
      options, text in
      options.startList = text
    },
    Option(
      "--columns", "LIST", for: [.watch, .demo],
      "columns from left to right: symbol,name:20,last,bid,ask,state"
    ) {
      options, text throws(UsageError) in
      options.columns = try ValueParser.columns(text.split(separator: ",").map(String.init))
    },
    Option("--colors", "PAIR", for: [.watch, .demo], "rises and falls: green-red, red-green or blue-orange") {
      options, text throws(UsageError) in
      options.prices = try ValueParser.choice(text, of: "--colors")
    },
    Option(
      "--sort", "ORDER", for: [.watch, .demo], "own, symbol, percent or last, for a list not sorted yet"
    ) {
      options, text throws(UsageError) in
      options.sort = try ValueParser.choice(text, of: "--sort")
    },
    Option("--init", for: [.config], "write a commented example of the file; one that is there is left alone")
    {
      options, _ in
      options.writesExample = true
    },
  ]
}

extension ValueParser {
  /// The columns of those words.
  static func columns(_ words: [String]) throws(UsageError) -> ColumnChoice {
    do {
      return try ColumnChoice(words)
    } catch {
      throw UsageError(sentence: error.sentence)
    }
  }
}
