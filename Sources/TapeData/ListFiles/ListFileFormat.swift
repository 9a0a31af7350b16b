public import TapeDomain

/// How a list is written to a file.
public enum ListFileFormat: String, CaseIterable, Sendable {
  /// Name, symbols and names.
  case json
  /// A row for each instrument, below `symbol,name`.
  case csv
  /// A symbol on each line.
  case txt

  /// The list as text.
  public func text(of list: NamedList) -> String {
    switch self {
    case .json: JSONListFile.write(list)
    case .csv: CSVListFile.write(list)
    case .txt: PlainListFile.write(list)
    }
  }
}
