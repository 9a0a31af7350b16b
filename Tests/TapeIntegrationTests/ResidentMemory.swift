import Foundation

/// How much memory the process holds.
enum ResidentMemory {
  /// The resident bytes now, from `/proc/self/statm`; nil when it cannot be read.
  static var bytes: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
