import TapeDomain

/// What is wrong in a file of lists: the end of a sentence that begins with the file's name.
struct ListFileFault: Error, Hashable {
  let problem: String

  /// A fault of the whole file.
  init(_ problem: String) {
    self.problem = problem
  }

  /// A fault in one line, which counts from 1.
  init(line: Int, _ problem: String) {
    self.problem = "line \(line): \(problem)"
  }

  /// The symbol of that text.
  static func symbol(_ text: String, line: Int) throws(ListFileFault) -> Symbol {
    if let symbol = Symbol(text) { return symbol }
    throw ListFileFault(line: line, Self.noSymbol(text))
  }

  /// Says that a text is no symbol.
  static func noSymbol(_ text: String) -> String {
    "'\(text.prefix(40))' is no symbol: 1 to 32 visible ASCII characters without space, comma or quote."
  }
}
