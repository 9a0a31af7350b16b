import Foundation

extension SystemCall {
  /// `struct sockaddr_nl` of linux/netlink.h, which Swift cannot import here.
  private struct NetlinkAddress {
    var family = UInt16(AF_NETLINK)
    var padding: UInt16 = 0
    /// 0: the kernel chooses our number.
    var number: UInt32 = 0
    var groups: UInt32
  }

  /// A netlink socket that does not block and hears what the kernel tells those groups of rtnetlink.
  static func makeNetworkListener(groups: UInt32) throws(SystemError) -> Int32 {
    let flags = Int32(SOCK_RAW.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    // Protocol 0 is NETLINK_ROUTE.
    let descriptor = try require { socket(AF_NETLINK, flags, 0) }
    var address = NetlinkAddress(groups: groups)
    let size = socklen_t(MemoryLayout<NetlinkAddress>.size)
    do {
      try require {
        withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
      }
    } catch {
      release(descriptor)
      throw error
    }
    return descriptor
  }
}
