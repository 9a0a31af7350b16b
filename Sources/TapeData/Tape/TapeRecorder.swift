import Foundation
import Synchronization
public import TapeDomain
public import TapeWebSocket

/// Records a session: the last minutes in memory, and all of it in a file when one was asked for.
///
/// A burst is copied once, under a lock, on the thread that brings it; a thread of its own writes. When the disk cannot
/// keep up, what does not fit is left out and said so, on the tape and to the user: the feed never waits.
public final class TapeRecorder: LinkRecorder {
  /// The most bytes that wait to be written.
  private static let maximumPending = 16 << 20
  /// How long lines are gathered before they are written: a crash loses no more than this.
  private static let gathering = Duration.milliseconds(500)
  /// The most bytes of the last minutes that are compressed between two gatherings: a burst is kept as it came first.
  private static let packing = 128 << 10

  private typealias Dump = CheckedContinuation<Result<Void, TapeError>, Never>

  private struct Shared {
    var last: Int64 = 0
    var ring = FlightRing()
    /// What the ring gave up; nil where nobody can ask for the last minutes.
    var old: FlightBacklog?
    /// What waits for the file, beside what is still open in the ring, and how many bytes it has; nil without one.
    var pending: [TapeRecords]?
    var pendingSize = 0
    var dropped = 0
    var secrets: [[UInt8]] = []
    var dumps: [(path: String, dump: Dump)] = []
    var stops: [CheckedContinuation<Void, Never>] = []
    var isStopping = false
    var isOver = false
    var isAwake = false
    var isHurried = false

    /// Whether there is something for the thread to do.
    var hasWork: Bool {
      old.map { !$0.isEmpty || ring.plain != nil } ?? false
        || pending.map { !$0.isEmpty || ring.isOpen } ?? false
    }
  }

  private let header: TapeHeader
  private let dialect: any FeedDialect
  private let time: TimeSource
  private let start: Instant
  private let shared = Mutex(Shared())
  /// Signalled when there is something to do, and when it cannot wait.
  private let wake = DispatchSemaphore(value: 0)
  private let urgent = DispatchSemaphore(value: 0)
  private let say: @Sendable (String) -> Void

  /// A recorder of a source from now on.
  ///
  /// - Parameters:
  ///   - source: The name of the source's wire format, as ``TapeHeader`` has it.
  ///   - dialect: The same format.
  ///   - file: Where everything is written; nil for no file.
  ///   - limit: When the file is begun anew.
  ///   - keepsLastMinutes: Whether ``dump(to:)`` will be asked for; without it they take neither memory nor time.
  ///   - time: The clocks.
  ///   - say: Takes a sentence for the user when something cannot be written; called from any thread.
  /// - Throws: ``TapeError`` when the file cannot be made.
  public init(
    source: String, dialect: any FeedDialect, file: String?, limit: TapeLimit? = nil,
    keepsLastMinutes: Bool = true, time: TimeSource, say: @escaping @Sendable (String) -> Void
  ) throws(TapeError) {
    self.time = time
    self.dialect = dialect
    self.say = say
    start = time.now
    header = TapeHeader(source: source, protocolVersion: 1, recorded: time.wall)
    let writer = TapeWriter(
      file: try file.map { path throws(TapeError) in
        try TapeFile(path: path, limit: limit, header: header, dialect: dialect)
      }, base: TapeState(dialect: dialect))
    shared.withLock { shared in
      shared.pending = file == nil ? nil : []
      shared.old = keepsLastMinutes ? FlightBacklog() : nil
    }
    let thread = Thread { [self] in run(writer) }
    thread.name = "tape-recorder"
    thread.start()
  }

  /// Writes what is left and ends the file; nothing is recorded after it.
  public func stop() async {
    await withCheckedContinuation { continuation in
      let isOver = shared.withLock { shared in
        shared.isStopping = true
        if !shared.isOver { shared.stops.append(continuation) }
        return shared.isOver
      }
      if isOver { continuation.resume() }
      hurry()
    }
  }

  /// Writes the last minutes into a new file.
  ///
  /// - Throws: ``TapeError`` when it cannot be written.
  public func dump(to path: String) async throws(TapeError) {
    let result = await withCheckedContinuation { continuation in
      let isOver = shared.withLock { shared in
        if !shared.isStopping { shared.dumps.append((path, continuation)) }
        return shared.isStopping
      }
      if isOver { continuation.resume(returning: .failure(TapeError(sentence: "The recording has ended."))) }
      hurry()
    }
    try result.get()
  }

  /// The list was answered.
  public func listed(_ instruments: [Instrument]) {
    add(.list(instruments))
  }

  // MARK: What crosses the link

  /// See ``LinkRecorder/connected()``.
  public func connected() { add(.connected) }

  /// See ``LinkRecorder/disconnected(_:)``.
  public func disconnected(_ how: String) { add(.disconnected(how)) }

  /// See ``LinkRecorder/changed(to:)``.
  public func changed(to status: FeedStatus) { add(.link(status.relative(to: start))) }

  /// See ``LinkRecorder/sent(_:)``.
  public func sent(_ command: FeedCommand) { add(.sent(command)) }

  /// See ``LinkRecorder/received(_:at:)``.
  public func received(_ events: [WebSocketEvent], at now: Instant) {
    record(at: now) { shared, at in
      for event in events {
        switch event {
        case .text(let text): Self.append(.text, text, at: at, to: &shared)
        case .texts(let texts):
          for range in texts.ranges { Self.append(.text, texts.bytes[range], at: at, to: &shared) }
        case .binary: Self.append(.content, TapeLineContent(.binary).bytes[...], at: at, to: &shared)
        case .opened, .request, .ping, .pong, .closed: break
        }
      }
    }
  }

  /// See ``LinkRecorder/hide(_:)``.
  public func hide(_ secret: String) {
    // A shorter one is no secret, and would only make holes in words.
    guard secret.utf8.count >= 4 else { return }
    let forms = SecretEraser.forms(of: secret)
    shared.withLock { shared in
      for bytes in forms where !shared.secrets.contains(bytes) { shared.secrets.append(bytes) }
    }
  }

  // MARK: The lock

  private func add(_ event: TapeEvent) {
    let bytes = TapeLineContent(event).bytes
    record(at: time.now) { shared, at in Self.append(.content, bytes[...], at: at, to: &shared) }
  }

  private func record(at now: Instant, _ body: (inout Shared, Int64) -> Void) {
    let mustWake = shared.withLock { shared in
      if shared.isStopping { return false }
      // In order, though two threads may have looked at the clock in another one.
      shared.last = max(shared.last, (now - start).wholeNanoseconds)
      body(&shared, shared.last)
      if shared.old?.isPressing ?? false, !shared.isHurried {
        shared.isHurried = true
        urgent.signal()
      }
      guard shared.hasWork, !shared.isAwake else { return false }
      shared.isAwake = true
      return true
    }
    if mustWake { wake.signal() }
  }

  private static func append(
    _ kind: TapeRecords.Kind, _ payload: ArraySlice<UInt8>, at: Int64, to shared: inout Shared
  ) {
    var payload = payload
    for secret in shared.secrets { payload = SecretEraser.erase(secret, from: payload) }
    if shared.ring.mustClose(for: payload.count, at: at) { close(&shared) }
    let given = shared.ring.append(kind, payload, at: at)
    shared.old?.add(given)
  }

  /// Ends a piece of the last minutes, which the file then gets as well: nothing is copied twice.
  private static func close(_ shared: inout Shared) {
    let records = shared.ring.close()
    guard shared.pending != nil else { return }
    if shared.pendingSize + records.size > maximumPending {
      shared.dropped += records.count
      return
    }
    if shared.dropped > 0 {
      var gap = TapeRecords()
      gap.append(.content, TapeLineContent(.lost(shared.dropped)).bytes[...], at: records.first)
      shared.pending?.append(gap)
      shared.dropped = 0
    }
    shared.pending?.append(records)
    shared.pendingSize += records.size
  }

  // MARK: The thread

  private func run(_ writer: TapeWriter) {
    var hasSaidDropped = false
    while true {
      wake.wait()
      // Lines are gathered, unless somebody waits for them.
      _ = urgent.wait(timeout: .now() + .milliseconds(Int(Self.gathering.wholeMilliseconds)))
      let work = shared.withLock { shared in
        if shared.pending != nil, shared.ring.isOpen { Self.close(&shared) }
        defer {
          shared.dumps = []
          shared.isAwake = false
          shared.isHurried = false
          if shared.pending != nil { (shared.pending, shared.pendingSize) = ([], 0) }
        }
        let ring = shared.dumps.isEmpty ? [] : shared.ring.pieces
        if shared.old == nil { shared.ring.forgetClosed() }
        return (
          old: shared.old?.take() ?? [], pending: shared.pending, dumps: shared.dumps, ring: ring,
          dropped: shared.dropped, isStopping: shared.isStopping
        )
      }
      writer.forget(work.old)
      if let pending = work.pending, let trouble = writer.write(pending) {
        shared.withLock { $0.pending = nil }
        say(trouble)
      }
      if work.dropped > 0, !hasSaidDropped {
        hasSaidDropped = true
        say("The disk is too slow for the recording: some of it is left out. Prices are not affected.")
      }
      for dump in work.dumps {
        dump.dump.resume(returning: writer.dump(work.ring, header: header, to: dump.path))
      }
      pack()
      if work.isStopping {
        if let trouble = writer.finish() { say(trouble) }
        return end()
      }
    }
  }

  /// Compresses some of the last minutes, away from the thread that brings them.
  private func pack() {
    var size = 0
    while size < Self.packing, let (number, piece) = shared.withLock({ $0.ring.plain }),
      let packed = piece.packed()
    {
      size += piece.size
      shared.withLock { $0.ring.replace(number, with: packed) }
    }
  }

  private func end() {
    let stops = shared.withLock { shared in
      shared.isOver = true
      defer { shared.stops = [] }
      return shared.stops
    }
    for stop in stops { stop.resume() }
  }

  private func hurry() {
    urgent.signal()
    wake.signal()
  }
}

extension FeedStatus {
  /// The same with instants that count from `start`.
  fileprivate func relative(to start: Instant) -> FeedStatus {
    func count(_ instant: Instant) -> Instant { Instant(nanoseconds: (instant - start).wholeNanoseconds) }
    return switch self {
    case .late(let since): .late(since: count(since))
    case .reconnecting(let attempt, let retryAt, let since, let reason):
      .reconnecting(attempt: attempt, retryAt: retryAt.map(count), since: count(since), reason: reason)
    case .connecting, .live, .suspended, .refused: self
    }
  }
}
