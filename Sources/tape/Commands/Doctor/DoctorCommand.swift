import Foundation
import TapeData
import TapeDomain
import TapeTUI

/// `tape doctor`: says in a line each how terminal, settings and the way to the prices are, and what to do about what fails.
struct DoctorCommand {
  let options: Options

  /// Prints the lines; the status says whether one of them failed.
  func run() async throws -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    var report = DoctorReport { StandardOutput.write($0) }
    DoctorHost(environment: environment, options: options).look(&report)
    report.add("source", options.source == .tape && options.server == nil ? .note : .fine, source)
    if let profile = options.source.profile {
      guard DoctorKeys(profile: profile, environment: environment, preset: preset).look(&report) else {
        return ExitStatus.failed
      }
    }
    if let profile = options.source.profile, profile.name == SourceProfile.described {
      guard let preset else {
        report.add("endpoint", .failed, SourceParts.missingPreset)
        return ExitStatus.failed
      }
      if options.symbols.isEmpty { return try await look(at: preset, &report) }
    }
    let log = if let path = options.logFile { try LinkLog(path: path) } else { LinkLog() }
    let started = TimeSource.machine.now
    let pipeline: LivePipeline
    do {
      pipeline = try await LivePipeline.start(options, environment: environment, log: log, time: .machine)
    } catch let error as UsageError {
      throw error
    } catch {
      report.add("start", .failed, "\(error)")
      return ExitStatus.failed
    }
    await DoctorLink(options: options, environment: environment, pipeline: pipeline, started: started).look(
      &report)
    await pipeline.stop()
    return report.hasFailed ? ExitStatus.failed : ExitStatus.fine
  }

  /// What can be said of an endpoint without a symbol to ask it for.
  private func look(at preset: GraphQLPreset, _ report: inout DoctorReport) async throws -> Int32 {
    let endpoint = try ListOrigin.address(
      options.rest ?? options.rests[SourceProfile.described] ?? preset.endpoint)
    await DoctorWay(environment: ProcessInfo.processInfo.environment, to: endpoint.quotes).look(&report)
    report.add(
      "first price", .note,
      "\(preset.name) has no list of its own: name a symbol to ask for, 'tape doctor --source graphql SYMBOL'"
    )
    return report.hasFailed ? ExitStatus.failed : ExitStatus.fine
  }

  /// The endpoint of the settings, when it is the one that is watched.
  private var preset: GraphQLPreset? {
    options.source.profile?.name == SourceProfile.described ? options.graphQL : nil
  }

  private var source: String {
    if let profile = options.source.profile { return "\(profile.title), \(profile.quality)" }
    if options.server != nil { return "a server of the native protocol" }
    return "the demo exchange in this process; name a real one with --source \(SourceChoice.venues)"
  }
}
