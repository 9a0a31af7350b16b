import Foundation
import TapeData
import TapeDomain
import TapeExchange

/// `tape record`: watches every instrument without a screen and records it, until a signal or for a time.
struct RecordCommand {
  let options: Options

  func run() async throws -> Int32 {
    var options = options
    options.hasKeys = false
    let log = if let path = options.logFile { try LinkLog(path: path) } else { LinkLog() }
    let pipeline = try await LivePipeline.start(
      options, environment: ProcessInfo.processInfo.environment, log: log, time: .machine)
    let file = options.tapeFile ?? ""
    StandardOutput.write("recording \"\(file)\" until Ctrl-C\n")
    let watching = Task { try await watch(pipeline) }
    let ending = Task { await end(options.recordTime) }
    // The list that is refused is worth more than a recording of nothing.
    let failure = Task {
      if case .failure(let error) = await watching.result, !(error is CancellationError) { ending.cancel() }
    }
    await ending.value
    watching.cancel()
    failure.cancel()
    let result = await watching.result
    await pipeline.stop()
    if case .failure(let error) = result, !(error is CancellationError) { throw error }
    let statistics = await pipeline.main.repository.statistics()
    StandardOutput.write(
      "recorded \(statistics.updates + statistics.snapshots) prices, \(statistics.gaps) gaps, "
        + "\(Self.size(of: file)) bytes\n")
    return ExitStatus.fine
  }

  private func watch(_ pipeline: LivePipeline) async throws {
    let instruments = try await list(pipeline)
    for await batch in pipeline.watch.watch(Set(instruments.map(\.symbol))) {
      if case .refused(let reason) = batch.feed { throw StartError(sentence: reason) }
    }
  }

  /// The list, which is asked for until it comes.
  private func list(_ pipeline: LivePipeline) async throws -> [Instrument] {
    var hasSaid = false
    while true {
      do {
        return try await pipeline.watchlist.instruments()
      } catch let error as WatchlistError {
        if error.isRefusal { throw StartError(sentence: error.sentence) }
        if !hasSaid { StandardError.say(error.sentence + " Trying again.") }
        hasSaid = true
        try await pipeline.time.sleep(for: max(.seconds(2), error.retryAfter ?? .zero))
      }
    }
  }

  /// Returns at a signal, when the time is over, or when the task is cancelled.
  private func end(_ limit: Duration?) async {
    await withTaskGroup { group in
      group.addTask {
        for await _ in EndSignals.stream() { return }
      }
      if let limit {
        group.addTask { try? await TimeSource.machine.sleep(for: limit) }
      }
      await group.next()
      group.cancelAll()
    }
  }

  private static func size(of path: String) -> Int {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
  }
}
