import Foundation
import TapeData
import TapeDomain
import TapeTUI

/// The thread that plays a tape for a screen: it steps the player by the machine's clock and the user's keys.
///
/// `@unchecked Sendable`: it is handed to its thread once and used by nobody else; to be dropped when a thread's body
/// may take over what is not copyable.
final class ReplayThread: @unchecked Sendable {
  /// The time between two looks at a tape that is played: four a second reach the screen.
  private static let spacing = Duration.milliseconds(250)
  /// The longest time that a step may take before keys are looked at.
  private static let longestStep = Duration.milliseconds(200)

  private let path: String
  private let tick: Duration
  private let time: TimeSource
  private let deck: ReplayDeck
  private let show: @Sendable (ReplayState) -> Void
  private let say: @Sendable (String) -> Void
  private let to: Duration?

  private var player: TapePlayer
  private var watches: [Int: (symbols: Set<Symbol>, background: Set<Symbol>)] = [:]
  private var speed: ReplaySpeed
  /// Where playing begins, while it is gone to: as fast as it gets, a piece at a time.
  private var goal: Instant?
  private var lastStep: Instant
  private var isPaused = false
  private var isAtEnd = false
  /// Where the tape was when the clock last began to count.
  private var anchor: (machine: Instant, tape: Instant)
  private let inbox = Inbox()

  /// Takes what the player gives out while it steps.
  private final class Inbox {
    var batches: [(Int, QuoteBatch)] = []
  }

  /// Opens the tape.
  ///
  /// - Throws: ``TapeError`` when it cannot be read.
  init(
    path: String, options: Options, time: TimeSource, deck: ReplayDeck,
    show: @escaping @Sendable (ReplayState) -> Void, say: @escaping @Sendable (String) -> Void
  ) throws(TapeError) {
    self.path = path
    self.time = time
    self.deck = deck
    self.show = show
    self.say = say
    tick = options.tick
    to = options.to
    speed = options.speed ?? .hundredths(100)
    player = try Self.open(path, inbox)
    lastStep = time.now
    anchor = (lastStep, player.start)
    goal = options.from > .zero ? player.start + options.from : nil
  }

  /// Plays until it is asked to stop.
  func run() {
    while true {
      for request in deck.takeRequests() {
        if case .stop = request { return deck.end() }
        perform(request)
      }
      if !isPaused, !isAtEnd { step() }
      handOut()
      deck.wait(until: nextLook, at: time.now)
    }
  }

  /// Where the tape is; before ``run()`` for whoever starts it, then for the thread alone.
  var place: ReplayState {
    ReplayState(
      time: player.wall, dataTime: player.dataTime, position: player.now - player.start,
      permille: player.permille, speed: speed.text, isPaused: isPaused, isAtEnd: isAtEnd)
  }

  private var end: Instant? { to.map { player.start + $0 } }

  /// Where the tape has to be now; nil for as far as it gets.
  private func place(at now: Instant) -> Instant? {
    guard case .hundredths(let hundredths) = speed else { return nil }
    let passed = (now - anchor.machine).wholeNanoseconds
    return anchor.tape + .nanoseconds(passed / 100 * Int64(hundredths))
  }

  private var nextLook: Instant? {
    if isPaused || isAtEnd { return nil }
    if goal != nil { return time.now }
    let latest = lastStep + Self.spacing
    guard case .hundredths(let hundredths) = speed, hundredths <= 100, let due = player.nextDue else {
      return latest
    }
    let wait = (due - player.now).wholeNanoseconds / Int64(hundredths) * 100
    return min(latest, time.now + .nanoseconds(max(1_000_000, wait)))
  }

  private func step() {
    let began = time.now
    lastStep = began
    let target = goal ?? place(at: began) ?? Instant(nanoseconds: .max)
    play(to: min(target, end ?? target)) { self.time.now - began < Self.longestStep }
    if let goal, player.now >= goal {
      self.goal = nil
      anchor = (time.now, player.now)
    }
    let isOver = player.hasPlayedAll || end.map { player.now >= $0 } ?? false
    if isOver { finish() }
  }

  private func play(to target: Instant, while mayGoOn: () -> Bool = { true }) {
    do {
      try player.advance(to: target, while: mayGoOn)
    } catch {
      say(error.sentence)
      isAtEnd = true
    }
  }

  private func finish() {
    isAtEnd = true
    let isWhole = player.hasPlayedAll
    if isWhole { try? player.finish() }
    for notice in player.notices { say(notice) }
    guard isWhole, player.notices.isEmpty, let judgement = player.judgement else { return }
    say("The end of the tape. Its digest is \(judgement.digest).")
  }

  // MARK: Requests

  private func perform(_ request: ReplayDeck.Request) {
    switch request {
    case .watch(let number, let symbols, let background):
      watches[number] = (symbols, background)
      player.watch(symbols, background: background, as: number, tick: tick)
    case .release(let number):
      watches[number] = nil
      player.release(number)
    case .pause: set(paused: true)
    case .command(let command): perform(command)
    case .stop: break
    }
  }

  private func perform(_ command: ReplayKey) {
    switch command {
    case .togglePause: set(paused: !isPaused)
    case .slower: set(speed: speed.stepped(faster: false))
    case .faster: set(speed: speed.stepped(faster: true))
    case .stepForward:
      if isAtEnd { return }
      let target = player.now + .seconds(1)
      play(to: min(target, end ?? target))
      anchor = (time.now, player.now)
      if player.hasPlayedAll { finish() }
    case .stepBack:
      goBack(to: max(player.start, player.now - .seconds(1)))
    }
  }

  private func set(paused: Bool) {
    isPaused = paused
    anchor = (time.now, player.now)
  }

  private func set(speed new: ReplaySpeed) {
    speed = new
    anchor = (time.now, player.now)
  }

  /// Goes to an earlier place; every watch is told all that is known there.
  private func goBack(to target: Instant) {
    goal = nil
    do {
      if try !player.goBack(to: target) {
        player = try Self.open(path, inbox)
        try player.advance(to: target)
      }
      isAtEnd = false
      inbox.batches = []
      for (number, watch) in watches {
        player.watch(watch.symbols, background: watch.background, as: number, tick: tick)
      }
    } catch {
      say(error.sentence)
      isAtEnd = true
    }
    anchor = (time.now, player.now)
  }

  private static func open(_ path: String, _ inbox: Inbox) throws(TapeError) -> TapePlayer {
    let player = try TapePlayer(path: path, isJudging: true) { number, batch, _ in
      inbox.batches.append((number, batch))
    }
    player.keepMarks()
    return player
  }

  // MARK: The screen

  private func handOut() {
    let now = time.now
    let shift = now - player.now
    for (number, batch) in inbox.batches { deck.deliver(batch.shifted(by: shift), to: number) }
    inbox.batches = []
    if player.feed != .live {
      // What counts from when the link went down counts in the tape's time, however fast that goes.
      let news = QuoteBatch(
        changes: [:], feed: player.feed.shifted(by: shift), connections: player.connections)
      for number in watches.keys { deck.deliver(news, to: number) }
    }
    deck.publish(list: player.instruments, isFinal: isAtEnd)
    show(place)
  }

}

extension QuoteBatch {
  /// The same with instants that much later.
  fileprivate func shifted(by shift: Duration) -> QuoteBatch {
    var batch = self
    batch.feed = feed.shifted(by: shift)
    batch.clock = clock.map { ServerClock(time: $0.time, instant: $0.instant + shift) }
    return batch
  }
}

extension FeedStatus {
  /// The same with instants that much later.
  fileprivate func shifted(by shift: Duration) -> FeedStatus {
    switch self {
    case .late(let since): .late(since: since + shift)
    case .reconnecting(let attempt, let retryAt, let since, let reason):
      .reconnecting(
        attempt: attempt, retryAt: retryAt.map { $0 + shift }, since: since + shift, reason: reason)
    case .connecting, .live, .suspended, .refused: self
    }
  }
}
