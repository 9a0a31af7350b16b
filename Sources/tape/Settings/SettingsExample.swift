/// What `tape config --init` writes: every setting with what is allowed, all of them commented out.
enum SettingsExample {
  static var text: String {
    var lines = [
      "// Settings of tape, in JSON5: comments and commas at the end are allowed.",
      "// Options of the command line count more than variables of the environment, and those more than this file.",
      "// 'tape config' shows what counts and why; the key C of the screen reads this file again.",
      "{",
    ]
    for setting in SettingTable.all {
      let also = setting.options + [setting.variable].compactMap { $0 }
      lines += wrapped(setting.allowed + (also.isEmpty ? "" : " (also \(also.joined(separator: ", ")))"))
      lines += "\"\(setting.key)\": \(setting.example),".split(separator: "\n").map { "  // \($0)" }
      lines.append("")
    }
    lines[lines.count - 1] = "}"
    return lines.joined(separator: "\n") + "\n"
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 100 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append("  // " + word)
      }
    }
    return lines
  }
}
