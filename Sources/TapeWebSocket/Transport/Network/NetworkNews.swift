/// Reads what the kernel says about links, addresses and routes (rtnetlink(7)); a value without I/O.
struct NetworkNews {
  /// The groups to listen to: links, and the addresses and routes of IPv4 and IPv6 (linux/rtnetlink.h, RTMGRP_…).
  static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

  /// The numbers of linux/rtnetlink.h, which Swift cannot import here.
  private enum Kind {
    static let newLink: UInt16 = 16
    static let deletedLink: UInt16 = 17
    static let addresses: ClosedRange<UInt16> = 20...21
    static let routes: ClosedRange<UInt16> = 24...25
  }

  private static let headerSize = 16
  /// The flags of each link at its last message.
  private var flags: [UInt32: UInt32] = [:]

  /// Takes one datagram; true when something in it may lead elsewhere than before.
  ///
  /// A link tells its counters and its radio's signal in the same messages as its ups and downs: only other flags count.
  mutating func receive(_ datagram: [UInt8]) -> Bool {
    var isNews = false
    var rest = datagram[...]
    while rest.count >= Self.headerSize {
      let length = Int(Self.number(in: rest, at: 0))
      guard length >= Self.headerSize, length <= rest.count else { break }
      let kind = UInt16(truncatingIfNeeded: Self.number(in: rest, at: 4))
      if isChange(kind, rest.prefix(length).dropFirst(Self.headerSize)) { isNews = true }
      // Messages begin at multiples of four.
      rest = rest.dropFirst((length + 3) & ~3)
    }
    return isNews
  }

  private mutating func isChange(_ kind: UInt16, _ body: ArraySlice<UInt8>) -> Bool {
    switch kind {
    case Kind.newLink, Kind.deletedLink:
      // struct ifinfomsg: the index and the flags of the link.
      guard body.count >= 12 else { return false }
      let index = Self.number(in: body, at: 4)
      let flags = kind == Kind.newLink ? Self.number(in: body, at: 8) : nil
      defer { self.flags[index] = flags }
      return self.flags[index] != flags
    default:
      return Kind.addresses.contains(kind) || Kind.routes.contains(kind)
    }
  }

  /// Four bytes in the order of this machine, which netlink uses.
  private static func number(in bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
    bytes.dropFirst(offset).prefix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }
}
