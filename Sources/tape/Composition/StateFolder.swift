import Foundation
import TapeDomain

/// Where the program keeps what it writes about its own runs: `$XDG_STATE_HOME/tape`, by default `~/.local/state/tape`.
struct StateFolder {
  private let folders: UserFolders

  /// The folder that the environment says.
  init(environment: [String: String]) {
    folders = UserFolders(environment: environment)
  }

  /// The name of a new file in it, made readable for its owner only when it is not there.
  ///
  /// - Throws: ``StartError`` when there is no such folder and it cannot be made.
  func newFile(at time: Timestamp) throws(StartError) -> String {
    let path = try folders.state()
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StartError(
        sentence: "Can't make the folder \"\(path)\". Set XDG_STATE_HOME to one that can be written.")
    }
    let stamp = time.rfc3339(fractionDigits: 3).filter { $0 != ":" }
    return "\(path)/flight-\(stamp).tape.gz"
  }
}
