import TapeDomain

/// Replacing a connection before its source cuts it, so that no price is out of date meanwhile: the new one is made, asked for
/// everything and heard before the old one goes.
extension ConnectionMachine {
  /// A connection that is made while the current one lives.
  struct Standby: Equatable, Sendable {
    /// Its number.
    let generation: Int
    /// When it is given up if it has not taken over.
    let deadline: Instant
    /// Whether somebody makes it.
    var isStarted = false
    /// When it was upgraded; nil before.
    var openedAt: Instant?
  }

  /// How long a connection may take to be ready to take over.
  static let longestStandby = Duration.seconds(30)
  /// How long one that is heard waits for quotes that do not come, since a quiet symbol has none.
  static let quietStandby = Duration.seconds(5)
  /// The time from one that failed to the next.
  static let standbySpacing = Duration.seconds(60)

  /// The source asks for the connection to be made anew.
  mutating func goingAway(at now: Instant) -> [Action] {
    guard case .open = phase, standby == nil else { return [] }
    replaceAt = now
    return advanceReplacement(to: now)
  }

  /// When ``advanceReplacement(to:)`` has something to do next.
  var nextReplacement: Instant? {
    guard let standby else { return replaceAt }
    return standby.openedAt.map { min($0 + Self.quietStandby, standby.deadline) } ?? standby.deadline
  }

  /// Begins a replacement that is due, and gives up one that takes too long.
  mutating func advanceReplacement(to now: Instant) -> [Action] {
    guard case .open = phase else { return [] }
    if let standby {
      return standby.deadline <= now ? dropStandby(at: now) : []
    }
    if let replaceAt, replaceAt <= now {
      self.replaceAt = nil
      standby = Standby(generation: nextGeneration(), deadline: now + Self.longestStandby)
    }
    return []
  }

  /// The connection that stands by was upgraded.
  mutating func standbyOpened(at now: Instant) {
    standby?.openedAt = now
  }

  /// Whether that connection stands by.
  func isStandby(_ generation: Int) -> Bool { standby?.generation == generation }

  /// Whether a connection that is heard may take over though some symbols have said nothing.
  func mayTakeOverQuietly(at now: Instant) -> Bool {
    standby?.openedAt.map { now - $0 >= Self.quietStandby } ?? false
  }

  /// The connection that stands by takes the place of the current one.
  mutating func promote(at now: Instant) -> [Action] {
    guard case .open(let open) = phase, let standby, let openedAt = standby.openedAt else { return [] }
    generation = standby.generation
    self.standby = nil
    replaceAt = terms.longestLife.map { openedAt + $0 }
    var next = Open(since: openedAt, liveness: LivenessPolicy(openedAt: now, terms: terms.liveness))
    next.isHeard = open.isHeard
    let wasLate = open.liveness.lateSince != nil
    phase = .open(next)
    return [.promote] + (wasLate && next.isHeard ? [.emit(.live)] : [])
  }

  /// The connection that stands by is of no use; another one is made later.
  mutating func dropStandby(at now: Instant) -> [Action] {
    guard standby != nil else { return [] }
    standby = nil
    replaceAt = now + Self.standbySpacing
    return [.dropStandby]
  }
}
