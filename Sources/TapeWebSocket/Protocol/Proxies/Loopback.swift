/// The hosts that are this machine itself.
public enum Loopback {
  /// Whether `host` is `localhost`, in 127.0.0.0/8 or `::1`; written out, so that no name can pass for a number.
  public static func contains(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == "localhost" || host == "::1" || host == "0:0:0:0:0:0:0:1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8($0) != nil }
  }
}
