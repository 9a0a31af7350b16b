import Foundation

/// Texts that were recorded once and are compared ever after.
///
/// A missing or changed text is recorded with `RECORD_SNAPSHOTS=1 swift test`; look at the difference before
/// it is committed.
public enum Snapshot {
  /// Compares a text with the recorded one, or records it.
  ///
  /// - Parameters:
  ///   - text: The text as it is now.
  ///   - name: The file's name in the folder `Snapshots` beside the test's source.
  ///   - file: The test's source.
  /// - Returns: What is wrong, with both texts, or nil when they are equal.
  public static func mismatch(_ text: String, named name: String, file: String = #filePath) -> String? {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Snapshots")
    let url = folder.appendingPathComponent(name)
    let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
    do {
      if isRecording {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
        return nil
      }
      let recorded = try String(contentsOf: url, encoding: .utf8)
      return recorded == text ? nil : difference(recorded, text, name)
    } catch {
      return "\(name) could not be read or written (\(error)). Record it with RECORD_SNAPSHOTS=1.\n\(text)"
    }
  }

  private static func difference(_ recorded: String, _ text: String, _ name: String) -> String {
    let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = (0..<max(old.count, new.count)).compactMap { index -> String? in
      let (before, after) = (index < old.count ? old[index] : "", index < new.count ? new[index] : "")
      return before == after ? nil : "\(index + 1) - \(before)\n\(index + 1) + \(after)"
    }
    return "\(name) differs.\n\(lines.joined(separator: "\n"))\nIt is now:\n\(text)"
  }
}
