import Foundation

/// A file that is gone with the value.
final class TemporaryTape {
  let path: String

  /// A file of those bytes.
  init(_ bytes: [UInt8], name: String = "test.tape") throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent(name).path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// A file of that text.
  convenience init(_ text: String) throws {
    try self.init(Array(text.utf8))
  }

  /// A place for a file that is not there yet.
  init(vacant name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent(name).path
  }

  deinit {
    try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }
}
