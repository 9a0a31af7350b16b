import Foundation

/// What this process holds.
struct ProcessFigures {
  let residentKilobytes: Int
  let descriptors: Int
  let threads: Int

  /// The figures now, from `/proc/self`.
  static var now: ProcessFigures {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func value(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
      return Int(line.filter(\.isNumber)) ?? 0
    }
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return ProcessFigures(
      residentKilobytes: value("VmRSS:"), descriptors: open.count, threads: value("Threads:"))
  }

  var text: String { "\(residentKilobytes / 1024) MB, \(descriptors) descriptors, \(threads) threads" }
}
