import Synchronization

/// Reads the authorities of a trust when a connection first needs them, and again when a file of theirs has changed.
final class TLSTrustReader: Sendable {
  private struct Known {
    let authorities: TLSAuthorities
    let stamps: [FileStamp?]
  }

  private let trust: TLSTrust
  private let places: [String]
  private let known = Mutex<Known?>(nil)

  /// A reader that has read nothing.
  init(_ trust: TLSTrust) {
    self.trust = trust
    places =
      [trust.file, trust.directory].compactMap { $0 } + (trust.isExclusive ? [] : TLSAuthorities.systemPlaces)
  }

  /// The authorities as their files are now.
  ///
  /// - Throws: ``TLSFailure/authorities(file:reason:)`` when they cannot be read.
  func authorities() throws(TLSFailure) -> TLSAuthorities {
    // Taken before the files are read: one that changes meanwhile is read again by the next connection.
    let stamps = places.map { FileStamp(path: $0) }
    if let known = known.withLock({ $0 }), known.stamps == stamps { return known.authorities }
    let authorities = try TLSAuthorities(trust)
    known.withLock { $0 = Known(authorities: authorities, stamps: stamps) }
    return authorities
  }
}
