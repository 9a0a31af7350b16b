import Foundation

/// Where the user's files are, by the XDG base directory specification; a relative path in a variable is ignored.
struct UserFolders: Sendable {
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
  }

  /// What the user made: lists.
  func data() throws(StartError) -> String { try folder("XDG_DATA_HOME", ".local/share") }

  /// What the user set.
  func config() throws(StartError) -> String { try folder("XDG_CONFIG_HOME", ".config") }

  /// What can be had again.
  func cache() throws(StartError) -> String { try folder("XDG_CACHE_HOME", ".cache") }

  /// What tells of the program's own runs.
  func state() throws(StartError) -> String { try folder("XDG_STATE_HOME", ".local/state") }

  private func folder(_ variable: String, _ standard: String) throws(StartError) -> String {
    if let base = environment[variable], base.hasPrefix("/") { return base + "/tape" }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw StartError(
        sentence: "There is no folder for tape's files: set HOME, or \(variable) to an absolute path.")
    }
    return (home == "/" ? "" : home) + "/\(standard)/tape"
  }
}
