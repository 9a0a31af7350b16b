import CSQLite

/// Whether a folder lies on another machine, where a log shared through memory (WAL) does not work.
enum FileSystemKind {
  /// The numbers by which Linux knows file systems of networks, and FUSE, behind which may be one.
  static let networks: Set<UInt32> = [
    0x6969,  // NFS
    0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB, CIFS
    0x6573_5546,  // FUSE: sshfs and others
    0x5346_414F, 0x6B41_4653,  // AFS
    0x0102_1997,  // 9P
    0x00C3_6400,  // Ceph
    0x0BD0_0BD0,  // Lustre
    0x4750_4653,  // GPFS
    0x7375_7245,  // Coda
    0x564C,  // NCP
  ]

  /// Whether `path` lies on a file system of a network; one that cannot be asked counts as none.
  static func isNetwork(_ path: String) -> Bool {
    networks.contains(tape_file_system_kind(path))
  }
}
