import TapeData

/// Which source is watched.
enum SourceChoice: Equatable {
  /// A server of the native protocol, or the demo without one.
  case tape
  /// A source that is known by name.
  case venue(String)

  /// The names that may be given.
  static var names: [String] { ["tape"] + SourceCatalog.all.map(\.name) }

  /// The names of the venues, to end a sentence.
  static var venues: String {
    let names = SourceCatalog.all.map(\.name)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// The source of that name.
  init?(name: String) {
    if name == "tape" {
      self = .tape
    } else if SourceCatalog.profile(named: name) != nil {
      self = .venue(name)
    } else {
      return nil
    }
  }

  /// What is known of the source; nil for the native protocol.
  var profile: SourceProfile? {
    if case .venue(let name) = self { SourceCatalog.profile(named: name) } else { nil }
  }
}
