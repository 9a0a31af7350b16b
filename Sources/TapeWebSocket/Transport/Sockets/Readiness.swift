import Foundation

/// What a socket is watched for, or has become ready for.
struct Readiness: OptionSet {
  /// The flags of `poll`.
  let rawValue: Int16

  /// There are bytes, an end or a connection to take.
  static let input = Readiness(rawValue: Int16(POLLIN))
  /// There is room for bytes, or a connect is decided.
  static let output = Readiness(rawValue: Int16(POLLOUT))
  /// An error, or the end of both directions; reported whether asked for or not.
  static let failure = Readiness(rawValue: Int16(POLLERR | POLLHUP | POLLNVAL))
}
