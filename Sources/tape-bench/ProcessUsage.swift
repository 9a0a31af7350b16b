import Foundation

/// What this process has used so far.
struct ProcessUsage {
  /// User and system time, in seconds.
  let cpu: Double
  /// Seconds of a clock that never goes back.
  let wall: Double

  /// The usage up to now.
  static var now: ProcessUsage {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    var clock = timespec()
    clock_gettime(CLOCK_MONOTONIC, &clock)
    return ProcessUsage(
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      wall: Double(clock.tv_sec) + Double(clock.tv_nsec) / 1e9)
  }

  /// The memory that is resident now, in kilobytes; 0 where the system does not say.
  static var residentKilobytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_024
  }
}
