import Foundation
import TapeDomain

/// Where the program keeps what it writes about its own runs: `$XDG_STATE_HOME/tape`, by default `~/.local/state/tape`.
struct StateFolder {
  /// Its path; nil when not even the home folder is known.
  let path: String?

  /// The folder that the environment says; a relative path counts as none, as the XDG specification asks.
  init(environment: [String: String]) {
    let state = environment["XDG_STATE_HOME"] ?? ""
    let home = environment["HOME"] ?? ""
    if state.hasPrefix("/") {
      path = state + "/tape"
    } else {
      path = home.hasPrefix("/") ? home + "/.local/state/tape" : nil
    }
  }

  /// The name of a new file in it, made readable for its owner only when it is not there.
  ///
  /// - Throws: ``StartError`` when there is no such folder and it cannot be made.
  func newFile(at time: Timestamp) throws(StartError) -> String {
    guard let path else {
      throw StartError(sentence: "There is no folder to write to. Set XDG_STATE_HOME to one.")
    }
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
