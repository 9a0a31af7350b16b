import Foundation
import TapeData
import TapeTUI

/// Looks at the machine that tape runs on: the terminal, the locale, and what sets tape up.
struct DoctorHost {
  let environment: [String: String]
  let options: Options

  /// Says how it is.
  func look(_ report: inout DoctorReport) {
    terminal(&report)
    locale(&report)
    settings(&report)
  }

  private func terminal(_ report: inout DoctorReport) {
    let name = environment["TERM"] ?? ""
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      return report.add(
        "terminal", .note, "standard input or output is none, so that tape prints once and exits")
    }
    guard NcursesTerminal.canMoveCursor(name: name, color: options.color) else {
      return report.add(
        "terminal", .note,
        "TERM=\(quoted(name)) cannot move its cursor, so that tape appends lines; try TERM=xterm-256color")
    }
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    let words = "\(name), \(size.ws_col) columns and \(size.ws_row) lines"
    if size.ws_col < 40 || size.ws_row < 6 {
      report.add("terminal", .note, words + "; make it larger to see more than the prices")
    } else {
      report.add("terminal", .fine, words)
    }
  }

  private func locale(_ report: inout DoctorReport) {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    if CharacterSet(environment: environment, ascii: false).isUnicode {
      report.add("locale", .fine, "\(quoted(name)), UTF-8")
    } else {
      report.add(
        "locale", .note, "\(quoted(name)) is not UTF-8, so that tape draws with ASCII; try LANG=C.UTF-8")
    }
  }

  private func settings(_ report: inout DoctorReport) {
    // Names only: a value may be a secret.
    let keys = SourceCatalog.all.flatMap(\.keys).map(\.name)
    let names =
      ["TAPE_SOURCE", "TAPE_TOKEN", "SSL_CERT_FILE", "SSL_CERT_DIR", "NO_COLOR", "ACCESSIBLE"] + keys
    let set = names.filter { !(environment[$0] ?? "").isEmpty }
    let words =
      set.isEmpty
      ? "no variable that tape reads is set" : "set in the environment: " + set.joined(separator: ", ")
    guard options.source != .tape else { return report.add("settings", .fine, words) }
    guard let cache = try? UserFolders(environment: environment).cache() else {
      return report.add("settings", .note, words + "; without HOME lists of instruments are not remembered")
    }
    report.add("settings", .fine, words + "; lists of instruments are remembered in \(quoted(cache))")
  }

  private func quoted(_ text: String) -> String { "\"\(TextSanitizer.clean(text))\"" }
}
