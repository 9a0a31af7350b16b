/// The keys of the watchlist in words, for a manual.
public enum WatchlistKeyNames {
  /// Keys and what they do, in the order of the help.
  public static let all: [(keys: String, help: String)] = {
    var entries: [(keys: String, help: String)] = []
    for binding in WatchlistKeys.table {
      let keys = binding.keys.map { $0.name(isUnicode: false) }.joined(separator: ", ")
      if let last = entries.last, last.help == binding.help {
        entries[entries.count - 1].keys += ", " + keys
      } else {
        entries.append((keys, binding.help))
      }
    }
    return entries
  }()
}
