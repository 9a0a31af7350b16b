import Foundation

/// An IPv4 or IPv6 address with a port, as the system's calls take it.
struct SocketAddress: Equatable, Sendable {
  /// The address families of TCP.
  enum Family: Equatable, Sendable {
    case v4
    case v6

    /// The system's number of the family.
    var rawValue: Int32 { self == .v6 ? AF_INET6 : AF_INET }
  }

  /// The bytes of a `sockaddr_in` or `sockaddr_in6`.
  private let bytes: [UInt8]

  /// The address in those bytes of a `sockaddr`.
  init(bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The family; whatever is not IPv6 counts as IPv4.
  var family: Family {
    withSystemAddress { pointer, _ in Int32(pointer.pointee.sa_family) == AF_INET6 ? .v6 : .v4 }
  }

  /// The port, 0 to 65535.
  var port: Int {
    // Both families keep it big-endian in the two bytes after the family.
    bytes.count < 4 ? 0 : Int(bytes[2]) << 8 | Int(bytes[3])
  }

  /// The address without the port; nil when the system gave none.
  var literal: IPLiteral? {
    let range = family == .v6 ? 8..<24 : 4..<8
    return bytes.count < range.upperBound ? nil : IPLiteral(bytes: Array(bytes[range]))
  }

  /// Lends the address to a system call.
  func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes.prefix($0.count)) }
    return withUnsafePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
    }
  }
}

extension [SocketAddress] {
  /// The families in turn, the first address's family first, the order within each kept (RFC 8305 §4).
  var interleavedByFamily: [SocketAddress] {
    guard let leading = first?.family else { return [] }
    let leaders = filter { $0.family == leading }
    let others = filter { $0.family != leading }
    return (0..<Swift.max(leaders.count, others.count)).flatMap { index in
      leaders.dropFirst(index).prefix(1) + others.dropFirst(index).prefix(1)
    }
  }
}
