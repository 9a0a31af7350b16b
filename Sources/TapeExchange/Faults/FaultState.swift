import TapeDomain

/// The faults that last: what may be sent now, how late, and whether connections are taken.
struct FaultState: Sendable {
  /// What the faults let through.
  enum Flow: Equatable, Sendable {
    /// Everything.
    case open
    /// Answers to pings only.
    case pongsOnly
    /// Nothing.
    case shut
  }

  private var silentUntil: Instant?
  private var muteUntil: Instant?
  private var refuseUntil: Instant?
  private var lateUntil: Instant?

  /// How much later everything arrives.
  private(set) var lateness = Duration.zero

  /// What may be sent now.
  var flow: Flow { silentUntil != nil ? .shut : muteUntil != nil ? .pongsOnly : .open }

  /// When one of them ends.
  var nextDue: Instant? {
    [silentUntil, muteUntil, refuseUntil, lateUntil].compactMap { $0 }.min()
  }

  /// Sends nothing until `end`.
  mutating func silence(until end: Instant) {
    silentUntil = end
  }

  /// Sends only answers to pings until `end`.
  mutating func mute(until end: Instant) {
    muteUntil = end
  }

  /// Takes no connection until `end`.
  mutating func refuse(until end: Instant) {
    refuseUntil = end
  }

  /// Delays everything, until `end` when there is one.
  mutating func delay(by lateness: Duration, until end: Instant?) {
    self.lateness = lateness
    lateUntil = lateness == .zero ? nil : end
  }

  /// What ended when faults expired.
  struct Expiry: Equatable, Sendable {
    /// Connections are to be taken again.
    var resumesListening = false
    /// What is held back is to be released.
    var endsLateness = false
  }

  /// Ends what is over by now.
  mutating func expire(at now: Instant) -> Expiry {
    var expiry = Expiry()
    if let end = silentUntil, end <= now { silentUntil = nil }
    if let end = muteUntil, end <= now { muteUntil = nil }
    if let end = refuseUntil, end <= now {
      refuseUntil = nil
      expiry.resumesListening = true
    }
    if let end = lateUntil, end <= now {
      delay(by: .zero, until: nil)
      expiry.endsLateness = true
    }
    return expiry
  }
}
