import Foundation

/// Repeats what is measured, so that a moment in which somebody else had the core decides nothing.
enum Rounds {
  /// How often each measurement is made.
  static let count = 5

  /// The processor time of the calling thread so far, in seconds.
  static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The processor time that the calling thread needs for `body`, in seconds.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let before = threadSeconds
    try body()
    return threadSeconds - before
  }

  /// The medians of ``count`` measurements of each of several things, made in turns.
  static func medians(of bodies: [() throws -> Void]) throws -> [Double] {
    var times = Array(repeating: [Double](), count: bodies.count)
    for _ in 0..<count {
      for (index, body) in bodies.enumerated() { times[index].append(try seconds(body)) }
    }
    return times.map(median)
  }

  /// The middle one of some values; 0 without any.
  static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
