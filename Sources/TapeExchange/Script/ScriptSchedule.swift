public import TapeDomain

/// How far a script has been played; it knows no clock.
///
/// ```swift
/// var schedule = ScriptSchedule(script, from: t0)
/// schedule.takeDue(at: t0 + .seconds(5))  // everything of the first five seconds, once
/// ```
public struct ScriptSchedule: Sendable {
  private let start: Instant
  private var rest: ArraySlice<DemoScript.Entry>

  /// A script that begins at `start`.
  public init(_ script: DemoScript, from start: Instant) {
    self.start = start
    rest = script.entries[...]
  }

  /// When the next cue is due; nil when all were taken.
  public var nextDue: Instant? { rest.first.map { start + $0.time } }

  /// Takes every entry that is due at `now`, in order.
  public mutating func takeDue(at now: Instant) -> [DemoScript.Entry] {
    var entries: [DemoScript.Entry] = []
    while let due = nextDue, due <= now, let entry = rest.popFirst() { entries.append(entry) }
    return entries
  }
}
