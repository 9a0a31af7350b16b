import Foundation
import TapeData
import TapeDomain

/// `tape replay --check`: plays a tape without a screen, judges every row, and prints a digest of all batches.
struct CheckCommand {
  let options: Options
  let path: String

  /// Blocks until the tape is over, so it has a thread of its own.
  func run() async throws -> Int32 {
    let result = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Result { try check() }) }
      thread.stackSize = 4 << 20
      thread.start()
    }
    return try result.get()
  }

  private func check() throws -> Int32 {
    let range =
      options.from > .zero || options.to != nil ? options.from...(options.to ?? .seconds(1 << 40)) : nil
    let player: TapePlayer
    do {
      player = try TapePlayer(path: path, isJudging: true, range: range)
    } catch {
      throw StartError(sentence: error.sentence)
    }
    let started = TimeSource.machine.now
    var progress = CheckProgress()
    let end = options.to.map { player.start + $0 }
    do {
      try play(player, to: end, progress: &progress)
    } catch {
      throw StartError(sentence: error.sentence)
    }
    progress.clear()
    let took = TimeSource.machine.now - started
    for notice in player.notices { StandardError.say(notice) }
    return report(player, took: took)
  }

  private func play(_ player: TapePlayer, to end: Instant?, progress: inout CheckProgress) throws(TapeError) {
    guard case .hundredths(let hundredths) = options.speed ?? .max else {
      // The bar is looked at after every few events.
      if let end {
        try player.advance(to: end) { progress.show(player.permille) }
        if !player.hasPlayedAll { return player.close() }
      }
      return try player.finish { progress.show(player.permille) }
    }
    let clock = TimeSource.machine
    let began = clock.now
    while !player.hasPlayedAll {
      let passed = (clock.now - began).wholeNanoseconds
      let place = player.start + .nanoseconds(passed / 100 * Int64(hundredths))
      if let end, place >= end {
        try player.advance(to: end)
        return player.close()
      }
      try player.advance(to: place)
      _ = progress.show(player.permille)
      Thread.sleep(forTimeInterval: 0.02)
    }
    try player.finish()
  }

  private func report(_ player: TapePlayer, took: Duration) -> Int32 {
    guard let judgement = player.judgement else { return ExitStatus.failed }
    let statistics = player.statistics
    let milliseconds = max(1, took.wholeMilliseconds)
    let tapeTime = (player.now - player.start).wholeMilliseconds
    StandardOutput.write(
      """
      digest \(judgement.digest)
      tape \(tapeTime / 1000).\(CivilTime.padded(Int(tapeTime % 1000), to: 3)) s, messages \(player.messageCount), \
      updates \(statistics.updates), snapshots \(statistics.snapshots), batches \(judgement.batches)
      gaps \(statistics.gaps), dropped \(statistics.dropped), malformed \(statistics.malformed), \
      rows compared \(judgement.checks), violations \(judgement.violations.count)
      speed \(Int64(player.messageCount) * 1000 / milliseconds) messages a second

      """)
    for sentence in judgement.violations.prefix(20) { StandardError.say(sentence) }
    return judgement.violations.isEmpty ? ExitStatus.fine : ExitStatus.failed
  }
}
