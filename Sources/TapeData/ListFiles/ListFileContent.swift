public import TapeDomain

/// What a file of lists holds.
public struct ListFileContent: Equatable, Sendable {
  /// The lists in the file's order; nil as the name of one that the file does not name.
  public var lists: [(name: String?, instruments: [Instrument])]
  /// What was in the file and is not taken over, as sentences.
  public var remarks: [String]

  init(lists: [(name: String?, instruments: [Instrument])] = [], remarks: [String] = []) {
    self.lists = lists
    self.remarks = remarks
  }

  /// Whether both hold the same.
  public static func == (left: ListFileContent, right: ListFileContent) -> Bool {
    left.remarks == right.remarks && left.lists.count == right.lists.count
      && zip(left.lists, right.lists).allSatisfy { $0.name == $1.name && $0.instruments == $1.instruments }
  }
}
