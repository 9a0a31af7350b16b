import Foundation
import Testing

/// The tapes of `Tests/Tapes`, each with its digest and a sentence on what it shows.
struct TapeLibrary {
  /// One of them.
  struct Entry: Sendable, CustomTestStringConvertible {
    let file: String
    let digest: String
    let sentence: String

    var testDescription: String { "\(file): \(sentence)" }
    var path: String { TapeLibrary.folder.appendingPathComponent(file).path }
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Tapes")

  /// What the manifest lists.
  static let entries: [Entry] = {
    let text = (try? String(contentsOf: folder.appendingPathComponent("manifest.tsv"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      return fields.count == 3 ? Entry(file: fields[0], digest: fields[1], sentence: fields[2]) : nil
    }
  }()

  /// The files that are there.
  static var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0 != "manifest.tsv" && $0 != "README.md" }.sorted()
  }
}
