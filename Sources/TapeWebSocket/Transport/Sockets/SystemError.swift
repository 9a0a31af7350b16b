import Foundation

/// A system call that failed.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32

  /// The error of that `errno`.
  public init(code: Int32) {
    self.code = code
  }

  /// The system's sentence, such as "Connection refused".
  public var description: String { String(cString: strerror(code)) }

  /// Whether descriptors or memory ran out, so that waiting may help.
  var isShortage: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }
  /// Whether the descriptor is no listening socket any more.
  var isNoListener: Bool { [EINVAL, EBADF, ENOTSOCK].contains(code) }
}
