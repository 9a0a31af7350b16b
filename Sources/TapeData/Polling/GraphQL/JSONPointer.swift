/// A place in a JSON value (RFC 6901), such as `/data/quotes`; the empty pointer is the whole value.
public struct JSONPointer: Hashable, Sendable {
  /// The keys from the outside in.
  let keys: [String]
  /// The pointer as it is written.
  public let text: String

  /// The place that `text` says; nil when it is not empty and does not begin with a slash.
  public init?(_ text: String) {
    guard text.isEmpty || text.first == "/" else { return nil }
    self.text = text
    keys = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}
