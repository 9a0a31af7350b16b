/// Which list is shown: one of the user's, or the one that a source keeps.
public enum ListKey: Hashable, Sendable {
  /// A list of the user's.
  case own(ListID)
  /// The list of that source, such as a server's host and port.
  case source(String)

  /// The key as it is kept: `list:3`, `source:quotes.example`.
  public var text: String {
    switch self {
    case .own(let id): "list:\(id.number)"
    case .source(let name): "source:\(name)"
    }
  }

  /// The key of that text; nil when it is none.
  public init?(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "list":
      guard let number = Int64(parts[1]) else { return nil }
      self = .own(ListID(number))
    case "source": self = .source(String(parts[1]))
    default: return nil
    }
  }
}
