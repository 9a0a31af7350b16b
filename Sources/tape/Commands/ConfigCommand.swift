import Foundation
import TapeTUI

/// `tape config`: what the settings are and where each comes from.
struct ConfigCommand {
  let options: Options
  let environment: [String: String]
  let settings: Settings

  /// Prints the settings, or writes the example.
  func run() throws -> Int32 {
    // A source that does not fit the other options is found here, as watching would find it.
    let completed = try options.completed(by: environment)
    if options.writesExample {
      try Self.writeExample(to: settings.file.path)
      StandardOutput.write(
        "Wrote an example to \"\(settings.file.path)\". Take the // away from what you want to set.\n")
      return ExitStatus.fine
    }
    StandardOutput.write(text(completed))
    return ExitStatus.fine
  }

  private func text(_ completed: Options) -> String {
    let missing = settings.file.exists ? "" : " (not there; 'tape config --init' writes an example)"
    let rows = SettingTable.all.map { setting in
      let (value, origin) = effect(of: setting, completed)
      return (setting.key, value ?? "-", origin)
    }
    let keys = rows.map { $0.0.count }.max() ?? 0
    let values = min(rows.map { $0.1.count }.max() ?? 0, 36)
    return "file \(settings.file.path)\(missing)\n"
      + rows.map { "\(padded($0.0, keys))  \(padded($0.1, values))  \($0.2)\n" }.joined()
  }

  /// The value that counts and where it comes from.
  private func effect(of setting: Setting, _ completed: Options) -> (String?, String) {
    let value = setting.shown(options)
    if let option = setting.options.first(where: options.given.contains) {
      return (value, "option \(option)")
    }
    // Two variables that other programs know as well.
    if setting.key == "color", options.color == .auto, !(environment["NO_COLOR"] ?? "").isEmpty {
      return ("never", "environment NO_COLOR")
    }
    if setting.key == "calm", !options.calm, completed.calm { return ("true", "environment ACCESSIBLE") }
    if setting.key == "tick", completed.tick != options.tick { return (setting.shown(completed), "calm") }
    switch options.origins[setting.key] {
    case .file(let line): return (value, "file" + (line.map { " line \($0)" } ?? ""))
    case .environment(let variable): return (value, "environment \(variable)")
    case nil: return (value, "default")
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Writes the example; a file that is there is never touched.
  private static func writeExample(to path: String) throws(StartError) {
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw StartError(
          sentence: "\"\(path)\" is there already and was left as it is. Move it away to get an example.")
      }
      throw StartError(sentence: "Can't write \"\(path)\": \(String(cString: strerror(errno))).")
    }
    defer { close(descriptor) }
    let bytes = Array(SettingsExample.text.utf8)
    let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count, fsync(descriptor) == 0 else {
      let reason = String(cString: strerror(errno))
      // Half an example would be in the way of the whole one.
      unlink(path)
      throw StartError(sentence: "Can't write \"\(path)\": \(reason).")
    }
  }
}
