import Foundation
import TapeDomain

extension TimeSource {
  /// The machine's clocks.
  static let machine = TimeSource.system {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }
}
