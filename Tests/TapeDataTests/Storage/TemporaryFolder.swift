import Foundation

/// A folder that is gone with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "tape-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// The path of a file in it.
  func file(_ name: String) -> String { path + "/" + name }

  /// What is in a file, or nothing.
  func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: file(name)).map(Array.init) ?? []
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
