/// A line that is no fault.
public struct FaultSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line's number, from 1.
  public let line: Int
  /// What is wrong with it and what is known instead.
  public let message: String

  /// The sentence for the person who wrote the line.
  public var description: String { "line \(line): \(message)" }
}
