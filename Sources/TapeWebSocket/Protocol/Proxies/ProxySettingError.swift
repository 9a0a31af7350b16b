/// An environment variable, or an option, that names no proxy that can be used.
public struct ProxySettingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, with which variable, and what to write instead; never what the variable holds.
  public let sentence: String
  /// The sentence.
  public var description: String { sentence }

  /// A sentence of that variable and what is wrong with it.
  init(_ variable: String, _ fault: String) {
    let kind = variable.hasPrefix("-") ? "option" : "environment variable"
    sentence = "The \(kind) \(variable) \(fault)"
  }
}
