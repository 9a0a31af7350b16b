import Foundation

/// The program: reads the command line, runs a command, and ends with its status.
@main
struct Tape {
  static func main() async {
    // Whoever reads our output, or the other end of a socket, may go away: that is an error of the write, not the
    // end of the program.
    signal(SIGPIPE, SIG_IGN)
    let status = await run(Array(CommandLine.arguments.dropFirst()))
    exit(status)
  }

  private static func run(_ arguments: [String]) async -> Int32 {
    let options: Options
    do {
      options = try OptionParser.parse(arguments)
    } catch {
      StandardError.say(error.sentence)
      return ExitStatus.usage
    }
    if options.wantsHelp {
      StandardOutput.write(Help.text(for: options.command) + "\n")
      return ExitStatus.fine
    }
    if options.wantsVersion {
      StandardOutput.write("tape \(tapeVersion)\n")
      return ExitStatus.fine
    }
    do {
      switch options.command {
      case .watch, .demo:
        let environment = ProcessInfo.processInfo.environment
        return try await WatchCommand(options: try options.completed(by: environment)).run()
      case .doctor:
        let environment = ProcessInfo.processInfo.environment
        return try await DoctorCommand(options: try options.completed(by: environment)).run()
      case .symbols:
        let environment = ProcessInfo.processInfo.environment
        return try await SymbolsCommand(options: try options.completed(by: environment)).run()
      case .list:
        return try await ListCommand(options: options, environment: ProcessInfo.processInfo.environment).run()
      case .serve: return try await ServeCommand(options: options).run()
      case .record:
        return try await RecordCommand(
          options: try options.completed(by: ProcessInfo.processInfo.environment)
        ).run()
      case .replay:
        let environment = ProcessInfo.processInfo.environment
        return try await ReplayCommand(options: options.completed(by: environment)).run()
      }
    } catch let error as UsageError {
      StandardError.say(error.sentence)
      return ExitStatus.usage
    } catch {
      StandardError.say("\(error)")
      return ExitStatus.failed
    }
  }
}
