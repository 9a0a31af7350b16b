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
      let environment = ProcessInfo.processInfo.environment
      switch options.command {
      case .watch, .demo:
        let options = try settled(arguments, options.command, environment)
        return try await WatchCommand(options: options, arguments: arguments).run()
      case .doctor:
        return try await DoctorCommand(options: try settled(arguments, .doctor, environment)).run()
      case .symbols:
        return try await SymbolsCommand(options: try settled(arguments, .symbols, environment)).run()
      case .config:
        let settings = try Settings(environment: environment)
        let options = try settings.options(arguments, for: .config)
        return try ConfigCommand(options: options, environment: environment, settings: settings).run()
      case .completions:
        guard options.words.count == 1 else { throw UsageError(sentence: "Usage: \(options.command.usage)") }
        let shell: Completions.Shell = try ValueParser.choice(options.words[0], of: "completions")
        StandardOutput.write(Completions.script(for: shell))
        return ExitStatus.fine
      case .manual:
        StandardOutput.write(ManualPage.text)
        return ExitStatus.fine
      case .list:
        return try await ListCommand(options: options, environment: environment).run()
      case .serve: return try await ServeCommand(options: options).run()
      case .record:
        return try await RecordCommand(options: try settled(arguments, .record, environment)).run()
      case .replay:
        return try await ReplayCommand(options: try settled(arguments, .replay, environment)).run()
      }
    } catch let error as UsageError {
      StandardError.say(error.sentence)
      return ExitStatus.usage
    } catch {
      StandardError.say("\(error)")
      return ExitStatus.failed
    }
  }

  /// The options of a command line on top of settings and environment.
  private static func settled(
    _ arguments: [String], _ command: CommandName, _ environment: [String: String]
  ) throws -> Options {
    try Settings(environment: environment).options(arguments, for: command).completed(by: environment)
  }
}
