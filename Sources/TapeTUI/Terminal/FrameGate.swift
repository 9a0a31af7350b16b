public import TapeDomain

/// Decides when the screen is drawn: at most one frame in each spacing, the first after a quiet spell at
/// once.
///
/// New prices, flash ends, ages and countdowns share these frames. What only time has changed keeps the spacing to
/// every frame before it but delays no price after it: a price never waits because a flash has just ended. So that
/// there are never more than four frames in a second all the same, time alone takes no more than two of them. Keys
/// and resizes bypass the gate: they are drawn at once, and what was waiting is drawn with them. When nothing is
/// due, nothing is scheduled.
///
/// ```swift
/// var gate = FrameGate(spacing: .milliseconds(250))
/// gate.note(changeAt: t0)          // t0: draw now
/// gate.drew(at: t0)
/// gate.note(changeAt: t0 + 10 ms)  // t0 + 250 ms
/// ```
public struct FrameGate: Hashable, Sendable {
  /// What was drawn, for the spacing of the frames after it.
  public enum Frame: Hashable, Sendable {
    /// A frame that the gate allowed.
    case paced
    /// A key's or a resize's frame, which does not delay the next price.
    case immediate
  }

  /// The spacing that urgent changes keep however slow the tick is: four frames a second.
  public static let urgentSpacing = Duration.milliseconds(250)

  /// How many paced frames there may be in ``window``, and after how many there is none for time alone.
  private static let mostFrames = 4
  private static let mostFramesBeforeTime = 2
  private static let window = urgentSpacing * mostFrames

  /// The smallest time between two frames that show a change.
  public let spacing: Duration
  /// When the next frame is due; nil when nothing waits.
  public private(set) var due: Instant?
  /// The last frame that the gate allowed, and the last of those that showed a change.
  private var last: Instant?
  private var lastChange: Instant?
  /// The paced frames of late, the newest first.
  private var recent: [Instant] = []
  /// Whether what waits is only the passing of time.
  private var isTimeAlone = false

  /// A gate that lets a frame through each `spacing`.
  public init(spacing: Duration) {
    self.spacing = spacing
  }

  /// Notes that something on the screen changed.
  ///
  /// - Parameter isUrgent: Whether it says that prices may be out of date, or live again, which no slow tick
  ///   delays.
  /// - Returns: When to draw: `now`, or later.
  @discardableResult
  public mutating func note(changeAt now: Instant, isUrgent: Bool = false) -> Instant {
    isTimeAlone = false
    let spacing = isUrgent ? min(spacing, Self.urgentSpacing) : spacing
    return wait(until: latest(now, lastChange.map { $0 + spacing }, room(for: Self.mostFrames)))
  }

  /// Notes that the screen looks different from `instant` on by itself: a flash ends, an age grows.
  @discardableResult
  public mutating func note(nextChangeAt instant: Instant) -> Instant {
    if due == nil { isTimeAlone = true }
    return wait(until: latest(instant, last.map { $0 + spacing }, room(for: Self.mostFramesBeforeTime + 1)))
  }

  /// Whether a frame is due at `now`.
  public func isDue(at now: Instant) -> Bool {
    due.map { $0 <= now } ?? false
  }

  /// Notes that the screen was drawn whole, with everything that waited.
  ///
  /// - Parameter sending: How long the line needs for it: no frame but a key's begins before it is through.
  public mutating func drew(_ frame: Frame = .paced, at now: Instant, sending: Duration = .zero) {
    let isBusy = sending > spacing
    if frame == .paced || isBusy {
      last = isBusy ? now + sending - spacing : now
      if !isTimeAlone || isBusy { lastChange = last }
      recent.insert(now, at: 0)
      if recent.count > Self.mostFrames { recent.removeLast() }
    }
    skipped()
  }

  /// Notes that a due frame looked like the one before it and was not drawn.
  public mutating func skipped() {
    due = nil
    isTimeAlone = false
  }

  /// From when on a frame is at most the `count`th in the window that ends with it.
  private func room(for count: Int) -> Instant? {
    recent.count < count ? nil : recent[count - 1] + Self.window
  }

  private func latest(_ first: Instant, _ others: Instant?...) -> Instant {
    others.reduce(first) { latest, other in other.map { max(latest, $0) } ?? latest }
  }

  private mutating func wait(until instant: Instant) -> Instant {
    let soonest = due.map { min($0, instant) } ?? instant
    due = soonest
    return soonest
  }
}
