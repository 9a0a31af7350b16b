import Foundation
import TapeDomain

/// Appends a line for each event of the link to a file; without a file it does nothing.
///
/// Lines are few (statuses, failures, counts), so each is written at once.
final class LinkLog: Sendable {
  private let descriptor: Int32?

  /// A log that goes nowhere.
  init() {
    descriptor = nil
  }

  /// A log that appends to the file at `path`, made readable for its owner only.
  init(path: String) throws(StartError) {
    let opened = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard opened >= 0 else {
      throw StartError(
        sentence: "Can't write the log \"\(path)\": \(String(cString: strerror(errno))). "
          + "Choose another --log file.")
    }
    descriptor = opened
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Appends a line with the time in UTC; a line that cannot be written is left out, since watching goes on.
  func write(_ line: String) {
    guard let descriptor else { return }
    let stamp = TimeSource.machine.wall.rfc3339(fractionDigits: 3)
    let bytes = Array("\(stamp) \(line)\n".utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }
}
