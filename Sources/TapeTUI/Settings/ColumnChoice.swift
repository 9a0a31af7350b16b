/// The columns that the user wants to see, in their order, and how wide.
public struct ColumnChoice: Hashable, Sendable {
  /// The narrowest and the widest that a column may be made.
  public static let widths = 4...60
  /// The words of all columns.
  public static let words = TableColumn.allCases.map(\.word)

  /// The columns from left to right.
  let columns: [TableColumn]
  /// The columns that have a width of their own.
  let fixed: [TableColumn: Int]

  /// The columns of those words, such as `symbol`, `name:20` for a width.
  ///
  /// - Throws: ``SettingRefusal`` for a word that is none, one that stands twice, a width that is out of range or of a
  ///   column of numbers, and when symbol, last or state is missing.
  public init(_ words: [String]) throws(SettingRefusal) {
    var columns: [TableColumn] = []
    var fixed: [TableColumn: Int] = [:]
    for text in words {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let column = TableColumn.allCases.first(where: { $0.word == parts[0] }) else {
        throw SettingRefusal("'\(parts[0])' is no column. Allowed: \(Self.words.joined(separator: ", ")).")
      }
      guard !columns.contains(column) else { throw SettingRefusal("The column '\(parts[0])' stands twice.") }
      columns.append(column)
      guard parts.count == 2 else { continue }
      guard column == .symbol || column == .name else {
        throw SettingRefusal(
          "The width of '\(parts[0])' follows from what it shows: only symbol and name take one.")
      }
      guard let width = Int(parts[1]), Self.widths.contains(width) else {
        throw SettingRefusal(
          "'\(parts[1])' is no width for '\(parts[0])': a number from \(Self.widths.lowerBound) to \(Self.widths.upperBound)."
        )
      }
      fixed[column] = width
    }
    // Without these a row would not say what it is, what it is worth, or that it may be out of date.
    for needed in [TableColumn.symbol, .price, .state] where !columns.contains(needed) {
      throw SettingRefusal("The column '\(needed.word)' is missing: symbol, last and state are always shown.")
    }
    self.columns = columns
    self.fixed = fixed
  }

  /// Whether bid, ask or volume are among them.
  public var showsDepth: Bool { columns.contains { [.bid, .ask, .volume].contains($0) } }

  /// The words as they are written.
  public var text: String {
    columns.map { column in fixed[column].map { "\(column.word):\($0)" } ?? column.word }.joined(
      separator: ",")
  }
}
